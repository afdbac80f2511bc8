// The handler of examples/service. The script exports the object with the method fetch.
const notes = [];

// ticks is a stream of server-sent events. It ends when the client has gone.
function ticks(signal, every) {
  let n = 0, timer;
  return new ReadableStream({
    start(controller) {
      const encoder = new TextEncoder();
      timer = setInterval(() => controller.enqueue(encoder.encode(`data: ${++n}\n\n`)), every);
      signal.addEventListener('abort', () => { open--; });
      open++;
    },
    cancel() { clearInterval(timer); },
  });
}
let open = 0; // streams that somebody reads

const routes = {
  'GET /': () => new Response('<!doctype html><title>service</title><h1>service</h1>', { headers: { 'content-type': 'text/html;charset=utf-8' } }),
  'GET /ticks': (request, url) => new Response(ticks(request.signal, Number(url.searchParams.get('every') ?? 1000)), { headers: { 'content-type': 'text/event-stream' } }),
  'GET /open': () => Response.json(open),
  'GET /notes': () => Response.json(notes),
  'POST /notes': async (request) => {
    const note = await request.json();
    if (typeof note.text !== 'string') return Response.json({ error: 'text is missing' }, { status: 400 });
    notes.push({ text: note.text });
    return Response.json(notes.length, { status: 201 });
  },
  'POST /upper': (request) => new Response(request.body.pipeThrough(new TextDecoderStream()).pipeThrough(new TransformStream({
    transform(text, controller) { controller.enqueue(new TextEncoder().encode(text.toUpperCase())); },
  }))),
};

module.exports = {
  async fetch(request) {
    const url = new URL(request.url);
    const route = routes[`${request.method} ${url.pathname}`];
    if (route !== undefined) return route(request, url);
    const hello = /^\/hello\/([^/]+)$/.exec(url.pathname);
    if (hello !== null) return new Response(`hello, ${decodeURIComponent(hello[1])}\n`);
    return new Response('there is nothing here\n', { status: 404 });
  },
};
