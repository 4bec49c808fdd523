// Makes a choice of each question: it tells right from wrong at once and keeps the score
// in this browser only. Without this file a question is a list, its answer folded away.
{
  const KEY = "quiz"; // question id -> the option that was chosen, as it reads

  // Read before each use, for other tabs write too; a browser that refuses to store
  // remembers until the page is left.
  let answers = {};
  let isStored = true;
  function readAnswers() {
    try {
      if (isStored) answers = Object(JSON.parse(localStorage.getItem(KEY) ?? "{}"));
    } catch {
      // refused, or not ours
    }
  }
  function writeAnswers(change) {
    readAnswers();
    Object.assign(answers, change); // what is undefined is not written
    try {
      localStorage.setItem(KEY, JSON.stringify(answers));
    } catch {
      isStored = false;
    }
  }

  function make(tag, properties, ...children) {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  }

  // On the page of all questions an answer is a letter and a link to where it is explained.
  // The explanation is fetched from there when somebody opens the answer; if it cannot be
  // had, the link stays.
  const pages = new Map(); // address -> the page there, or that it is on its way
  async function fetchPage(address) {
    const response = await fetch(address);
    return new DOMParser().parseFromString(await response.text(), "text/html");
  }
  async function explain(box, details) {
    const link = details.querySelector(`[href$="#${box.id}"]`);
    if (!link || location.protocol === "file:") return; // a browser fetches no files
    const [address] = link.href.split("#");
    if (!pages.has(address)) pages.set(address, fetchPage(address));
    try {
      const page = await pages.get(address);
      const there = document.importNode(page.getElementById(box.id).lastElementChild, true);
      for (const { attributes } of there.querySelectorAll("[href]")) {
        attributes.href.value = new URL(attributes.href.value, address);
      }
      const [summary, reason] = details.children;
      if (link.matches(":focus")) summary.focus();
      reason.replaceWith(...[...there.children].slice(1));
    } catch {
      pages.delete(address); // to be tried again
    }
  }

  // A question on the page: a paragraph, a list of options, the answer.
  function makeQuestion(box) {
    const [text, list, details] = box.children;
    const status = make("p", { role: "status" });
    const labels = [...list.children].map((item) => {
      const input = make("input", { type: "radio", name: box.id });
      return make("label", {}, input, make("span", {}, ...item.childNodes));
    });
    const legend = make("legend", {}, ...text.childNodes);
    const fieldset = make("fieldset", {}, legend, ...labels, status);
    // Who chooses an option must not open the glossary by a term in it.
    for (const link of fieldset.querySelectorAll("a")) link.replaceWith(...link.childNodes);
    text.remove();
    list.replaceWith(fieldset);
    details.addEventListener("toggle", () => details.open && explain(box, details));

    const right = labels[box.dataset.answer];
    const question = { box, right, heading: null, chosen: undefined };
    question.show = (chosen) => {
      question.chosen = chosen;
      fieldset.ariaDisabled = Boolean(chosen);
      for (const label of labels) {
        label.firstChild.checked = label === chosen;
        label.classList.toggle("right", Boolean(chosen) && label === right);
        label.classList.toggle("wrong", label === chosen && label !== right);
      }
      status.textContent = "";
      details.open = false;
    };
    question.restore = () =>
      question.show(labels.find((label) => label.textContent === answers[box.id]));

    // The arrow keys choose each option that they pass: that is no answer yet.
    let passing = false;
    fieldset.addEventListener("keydown", ({ key, target }) => {
      passing = key.startsWith("Arrow");
      if (key === "Enter") target.click();
    });
    fieldset.addEventListener("keyup", () => (passing = false));
    fieldset.addEventListener("click", (event) => {
      if (event.target.type !== "radio") return;
      if (question.chosen) {
        event.preventDefault(); // the first answer counts
      } else if (passing) {
        status.textContent = "Press Enter to answer.";
      } else {
        const label = event.target.parentNode;
        question.show(label);
        status.textContent =
          label === right ? "Right." : `Wrong. The answer is ${right.textContent[0]}.`;
        details.open = true;
        writeAnswers({ [box.id]: label.textContent });
        tellScore();
      }
    });
    return question;
  }

  const questions = [...document.querySelectorAll(".question")].map(makeQuestion);
  const shown = () => questions.filter(({ box }) => !box.hidden);

  // The bar stands on the page from the start, so nothing moves when this file arrives. The
  // page of all questions has a choice of the section and of the kind in it.
  const bar = document.querySelector(".quiz-bar");
  const [section, kind] = bar?.querySelectorAll("select") ?? [];

  function tellScore() {
    const all = shown();
    const given = all.filter(({ chosen }) => chosen);
    const right = given.filter((question) => question.chosen === question.right);
    bar.querySelector("p").textContent = all.length
      ? `Answered ${given.length} of ${all.length}, right ${right.length}.`
      : "No question of this kind.";
  }

  // Each question belongs to the heading above it.
  const headings = new Set();
  let above = null;
  for (const element of document.querySelectorAll("h2, .question")) {
    const question = questions.find(({ box }) => box === element);
    if (question) headings.add((question.heading = above));
    else above = element;
  }

  function filter() {
    readAnswers();
    for (const question of questions) {
      question.restore();
      if (!kind) continue;
      const { box, chosen, right, heading } = question;
      const kinds = { all: true, open: !chosen, wrong: chosen && chosen !== right };
      box.hidden = !kinds[kind.value] || (section.value && section.value !== heading.id);
      if (kind.value === "wrong") question.show(); // to be answered afresh
    }
    const used = new Set(shown().map(({ heading }) => heading));
    if (kind) for (const heading of headings) heading.hidden = !used.has(heading);
    tellScore();
  }

  if (bar) {
    filter();
    bar.querySelector("button").addEventListener("click", () => {
      if (!confirm("Delete your answers to the questions shown here?")) return;
      writeAnswers(Object.fromEntries(shown().map(({ box }) => [box.id, undefined])));
      filter();
    });
  }
  if (kind) {
    for (const { id, firstChild } of headings) {
      section.add(new Option(firstChild.textContent, id));
    }
    for (const select of [section, kind]) select.addEventListener("change", filter);
    // Whoever follows a link to what is not shown gets to see it.
    addEventListener("hashchange", () => {
      const target = document.querySelector(":target");
      if (!target?.hidden) return;
      section.value = "";
      kind.value = "all";
      filter();
      target.scrollIntoView();
    });
  }
}
