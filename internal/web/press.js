// A press belongs to what was under the finger when it came down. Between its beginning and its click an answer may
// arrive. Until the click nothing is drawn, so that the pressed thing is neither replaced, nor moved, nor given
// another meaning. Where the browser gives the click to something else all the same, because the thing moved by an
// animation or a scroll, it goes to the pressed thing.
import { Component } from './vendor/preact-htm.js';

const longest = 1000; // milliseconds that a press holds the page
const far = 5; // pixels that make a drag
const late = 400; // milliseconds between the end of a touch and its click

const controls = 'button, a[href], summary, [role=button], [data-lit], .tag, .opening, .building, .area';

let held = null; // what the press will draw: components, with what they are told
let pressed = null;
let timer = 0;

// Preact calls this function for each change of a component's state. The hooks have stored the new state by then.
const { setState } = Component.prototype;
Component.prototype.setState = function (...told) {
  if (held) held.push([this, told]);
  else setState.apply(this, told);
};

function release() {
  clearTimeout(timer);
  const list = held || [];
  held = null;
  for (const [component, told] of list) setState.apply(component, told);
}

// after releases the page in a while. The click comes earlier: it is part of the task that ends the press, or has a
// task of its own.
const after = ms => {
  clearTimeout(timer);
  timer = setTimeout(release, ms);
};

function begins(e) {
  release();
  if (!e.isPrimary || e.button > 0) return;
  pressed = { on: e.target.closest?.(controls), x: e.clientX, y: e.clientY };
  held = [];
  after(longest);
}

function moves(e) {
  if (!pressed || !e.isPrimary || Math.hypot(e.clientX - pressed.x, e.clientY - pressed.y) < far) return;
  pressed = null; // a drag
  release();
}

function clicks(e) {
  if (!e.isTrusted || e.detail === 0) return; // by a key
  after(0);
  const on = pressed?.on;
  pressed = null;
  if (!on?.isConnected || on.contains(e.target) || on.disabled) return;
  e.preventDefault();
  e.stopImmediatePropagation();
  const { clientX, clientY } = e;
  on.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, clientX, clientY }));
}

addEventListener('pointerdown', begins, true);
addEventListener('pointermove', moves, true);
addEventListener('pointerup', e => e.isPrimary && held && after(e.pointerType === 'mouse' ? 0 : late), true);
addEventListener(
  'pointercancel',
  () => {
    pressed = null;
    release();
  },
  true,
);
addEventListener('click', clicks, true);
// After the handlers of the click, the page is drawn at once: the next key may be for a field that appears.
addEventListener('click', () => held && release());
