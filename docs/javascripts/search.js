// The search of the theme starts when somebody turns to the search box: its worker and
// its index weigh more than a page. Runs before the theme; without this file the theme
// fetches both at once, as it does elsewhere.
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

  // A worker that starts with the first message to it: the one that brings the index.
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.address = address;
    }

    postMessage(message) {
      this.started ??= start(this.address).then((worker) => {
        worker.addEventListener("message", ({ data }) => {
          this.dispatchEvent(new MessageEvent("message", { data }));
        });
        return worker;
      });
      this.started.then((worker) => worker.postMessage(message));
    }
  };
}
