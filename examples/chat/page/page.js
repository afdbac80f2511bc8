'use strict';

// The page of the chat. A message of the server is a line: a question for a name, news that begin
// with a star, or "name: text".

const byId = (id) => document.getElementById(id);
const log = byId('log'), state = byId('state'), form = byId('form'), text = byId('text'), send = byId('send'), label = byId('label');

let socket;
let called = ''; // what the guest has asked to be called
let named = false; // and the server has accepted

function show(kind, author, words) {
  const follow = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  const item = document.createElement('li');
  if (kind) item.className = kind;
  if (author) {
    const who = document.createElement('b');
    who.textContent = author;
    item.append(who);
  }
  item.append(words); // as text: it comes from strangers
  log.append(item);
  while (log.children.length > 500) log.firstElementChild.remove();
  if (follow) log.scrollTop = log.scrollHeight;
}

function ask(question, button) {
  label.textContent = question;
  send.textContent = button;
  text.disabled = send.disabled = false;
  text.focus();
}

function receive(line) {
  const number = /^\* (\d+) here$/.exec(line);
  if (line === 'your name?') {
    ask('Your name', 'Enter');
  } else if (line === 'another name?') {
    ask(`“${called}” cannot be used. Another name?`, 'Enter');
  } else if (number && !named) {
    named = true;
    state.textContent = `You are ${called}`;
    show('news', '', number[1] === '1' ? 'You are alone here' : `${number[1]} are here`);
    ask('Message', 'Send');
  } else if (line.startsWith('* ')) {
    show('news', '', line.slice(2));
  } else {
    const at = line.indexOf(': ');
    show('', line.slice(0, at), line.slice(at + 2));
  }
}

function connect() {
  named = false;
  state.textContent = 'Connecting';
  socket = new WebSocket(`wss://${location.host}/chat`);
  socket.onopen = () => { state.textContent = 'Connected'; };
  socket.onmessage = (event) => receive(event.data);
  socket.onclose = (event) => {
    const connected = named;
    named = false;
    socket = null;
    state.textContent = event.reason ? `Disconnected: ${event.reason}` : 'Disconnected';
    if (connected) show('news', '', 'the connection has ended');
    text.required = false;
    ask('Disconnected', 'Connect again');
    text.disabled = true;
    send.focus();
  };
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (!socket) {
    text.required = true;
    text.disabled = send.disabled = true;
    connect();
    return;
  }
  const words = text.value.trim();
  if (!words || socket.readyState !== WebSocket.OPEN) return;
  text.value = '';
  socket.send(words);
  if (named) show('own', '', words);
  else called = words;
});

connect();
