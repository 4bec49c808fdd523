// What comes first in the results of a search. Who types the title of a page wants the page,
// who types a term wants its entry in the glossary; who types the name of a function or a
// message wants the place where it stands. What has every word comes before what has a part
// of them. Among equals the worker of the theme decides.
const searchOrder = (() => {
  const small = new Set(
    `a after an and are as at be between by can difference do does for from get has how i if in is
    it its me mean my need no not of on or so than that the this to versus vs was what when where
    which who why will with work works you your`.split(/\s+/),
  );

  // The worker finds all words that begin as a typed one does: with "is" also "issue", with
  // "outlier" also "outliers". An option may be typed with its dashes.
  function simplify(query) {
    const words = query.split(/\s+/).filter((word) => !small.has(word.toLowerCase()));
    const simple = words.map((word) => word.replace(/^--+/, "").replace(/(\w{3}[^\Ws])s$/, "$1"));
    return simple.join(" ") || query;
  }

  const letters = (text) => text.toLowerCase().replace(/<[^>]+>|[^a-z0-9]/g, "");

  // The title of an entry of the glossary is "Term other name, another", its place "#term".
  function readNames({ location, title }) {
    const [page, anchor] = location.split("#");
    if (!anchor || !/^glossary\b/.test(page)) return [];
    const term = letters(anchor);
    const [first, ...others] = title.split(",").map(letters);
    return [term, first.slice(term.length), ...others];
  }

  // Tell whether somebody is about to type a name, or typed it with one letter wrong, too
  // much or missing. Short ones are too much like each other.
  function isNear(typed, name) {
    if (typed.length > 4 && name.startsWith(typed)) return true;
    const [short, long] = [typed, name].sort((one, other) => one.length - other.length);
    let same = 0;
    while (same < short.length && short[same] === long[same]) same += 1;
    const rest = long.slice(same + 1);
    return short.length > 6 && [short.slice(same), short.slice(same + 1)].includes(rest);
  }

  // Return a test for a section: does it have the words in this order, in one sentence?
  function makePhrase(query) {
    const words = query.toLowerCase().match(/[a-z0-9]+/g) ?? [];
    const gap = String.raw`(?:<[^>]*>|\.(?!\s)|[^a-z0-9<.])+`;
    const phrase = RegExp(`(?:^|[^a-z0-9])${words.join(gap)}`, "i");
    return ({ title, text }) => phrase.test(`${title} ${text}`);
  }

  // Put what the worker found for a query into the order given above, in place. `items` has
  // a list for each page; `sections` is the index by place, without the marks of a result.
  function arrange(items, query, sections) {
    const typed = [query, simplify(query)].map(letters);
    const hasPhrase = makePhrase(query);
    const rank = (section, terms) => {
      if (!section.location.includes("#") && letters(section.title) === typed[0]) return 4;
      const names = readNames(section);
      if (names.some((name) => typed.includes(name))) return 3;
      if (names.some((name) => isNear(typed[1], name))) return 2.5;
      const weight = section.boost ?? 1; // of the front matter: a list says less than prose
      if (hasPhrase(section)) return 2 * weight;
      return terms.length && terms.every(Boolean) ? weight : 0;
    };
    const top = (items[0]?.[0].score ?? 0) + 1;
    for (const doc of items.flat()) {
      doc.score += 10 * top * rank(sections.get(doc.location), Object.values(doc.terms));
    }
    for (const item of items) item.sort((one, other) => other.score - one.score);
    items.sort(([one], [other]) => other.score - one.score);
  }

  return { simplify, arrange };
})();
