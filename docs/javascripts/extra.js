// What the theme leaves open for people without a mouse.
// Every page can be read and every answer opened without this file.

// The search box is a dialog without a name.
document.querySelector(".md-search[role=dialog]")?.setAttribute("aria-label", "Search");

// The Escape key puts a tooltip away; the focus stays where it is.
addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  for (const tooltip of document.querySelectorAll(".md-tooltip2--active")) {
    tooltip.classList.remove("md-tooltip2--active");
  }
});

// Whatever scrolls sideways can be reached and scrolled with the keyboard.
function makeScrollable() {
  const boxes = ".md-typeset__scrollwrap, pre > code, .jp-Notebook pre";
  const wide = (box) => box.scrollWidth > box.clientWidth;
  // All are measured before one is changed: a long page is laid out once.
  for (const [box, scrolls] of [...document.querySelectorAll(boxes)].map((b) => [b, wide(b)])) {
    if (scrolls) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}
addEventListener("load", makeScrollable);
addEventListener("resize", makeScrollable);
