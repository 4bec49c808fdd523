// The search of the theme starts when somebody turns to the search box: its worker and
// its index weigh more than a page. Runs before the theme; without this file the theme
// fetches both at once, as it does elsewhere. The order of what is found is the matter of
// search-order.js.
{
  const here = document.currentScript.src;
  const offline = location.protocol === "file:";

  const wanted = new Promise((resolve) => {
    // A shared query is asked at once, and what was searched is marked on the page.
    const query = new URLSearchParams(location.search);
    if (query.has("q") || query.has("h")) resolve();
    for (const sign of ["focusin", "pointerover", "change"]) {
      addEventListener(sign, ({ target }) => {
        if (target.closest?.(".md-search__form, #__search, [for=__search]")) resolve();
      });
    }
  });

  const { open, send } = XMLHttpRequest.prototype;
  const late = new WeakSet();
  XMLHttpRequest.prototype.open = function (method, address) {
    if (`${address}`.endsWith("/search/search_index.json")) late.add(this);
    return open.apply(this, arguments);
  };
  XMLHttpRequest.prototype.send = function () {
    if (!late.delete(this)) return send.apply(this, arguments);
    wanted.then(() => send.apply(this, arguments));
  };

  // From a folder, without a server, browsers start no worker: a hidden frame takes its place.
  const NativeWorker = window.Worker;
  async function start(address) {
    if (!offline) return new NativeWorker(address);
    const shim = document.createElement("script");
    shim.src = new URL("../assets/vendor/iframe-worker/iframe-worker-1.0.4.js", here);
    await new Promise((resolve, reject) => {
      shim.onload = resolve;
      shim.onerror = reject;
      document.head.append(shim);
    });
    return new IFrameWorker(address);
  }

  // What the theme and its worker send to each other.
  const [SETUP, READY, QUERY, RESULT] = [0, 1, 2, 3];

  // Stands between the theme and the worker, which starts with the first message: the one
  // that brings the index.
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.address = address;
      this.asked = []; // what the worker has not answered yet
    }

    postMessage(message) {
      this.started ??= start(this.address).then((worker) => {
        worker.addEventListener("message", ({ data }) => this.receive(data));
        return worker;
      });
      if (message.type === QUERY) return this.ask(message.data);
      this.send(message);
      if (message.type === SETUP) {
        this.sections = new Map(message.data.docs.map((doc) => [doc.location, doc]));
        if (message.data.config.rest) this.complete(message);
      }
    }

    send(message) {
      this.started.then((worker) => worker.postMessage(message));
    }

    ask(query, words = searchOrder.simplify(query)) {
      this.query = query;
      this.asked.push({ query, words });
      this.send({ type: QUERY, data: words });
    }

    // The index of a divided site (scripts/shards.py) answers before all of it is there.
    async complete(setup) {
      const place = new URL(`../search/${setup.data.config.rest}`, here);
      const answer = await fetch(place).catch(() => {}); // the first part serves alone, too
      if (!answer?.ok) return;
      const rest = await answer.json();
      for (const section of setup.data.docs) section.text += rest[section.location] ?? "";
      this.send(setup);
    }

    receive(message) {
      if (message.type === READY && this.query) {
        // All is there now. But no list changes under somebody who moves in it by keys.
        const moves = document.activeElement?.closest(".md-search-result");
        if (!moves) this.ask(this.query);
      }
      if (message.type === RESULT) {
        const { query, words } = this.asked.shift();
        const loose = words.replace(/[^\s~]{4,}(?!\S)/g, "$&~1");
        if (!message.data.items.length && loose !== words && !this.asked.length) {
          return this.ask(query, loose); // nothing found: a letter may be wrong
        }
        searchOrder.arrange(message.data.items, query, this.sections);
      }
      this.dispatchEvent(new MessageEvent("message", { data: message }));
    }
  };
}
