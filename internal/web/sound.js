// Sounds of the table, made of noise and a few tones: off by default.
import { useState } from './vendor/preact-htm.js';
import { html } from './shell.js';

const place = 'loophole.sound';
let audio = null,
  wanted = null; // where the browser has no storage

export const sounding = () => {
  try {
    return wanted ?? localStorage.getItem(place) === 'on';
  } catch {
    return wanted ?? false;
  }
};

// burst plays a burst of noise: start time, pitch, length, volume.
function burst(at, high, long, loud) {
  const n = Math.ceil(audio.sampleRate * long),
    sample = audio.createBuffer(1, n, audio.sampleRate),
    data = sample.getChannelData(0);
  for (let i = 0; i < n; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / n) ** 3;
  const source = audio.createBufferSource(),
    filter = audio.createBiquadFilter(),
    gain = audio.createGain();
  source.buffer = sample;
  filter.type = 'bandpass';
  filter.frequency.value = high;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(audio.currentTime + at);
}

/** sounds plays dice: a rattle, a knock for losses, a rumble for a collapse. */
export function sounds(told, groups) {
  if (!sounding() || !groups.length) return;
  audio ||= new AudioContext();
  const many = Math.min(
    14,
    groups.reduce((n, g) => n + g.dice.length, 0),
  );
  for (let i = 0; i < many; i++) burst(i * 0.03 + Math.random() * 0.02, 1800 + Math.random() * 1600, 0.05, 0.5);
  if (told.losses.length) burst(0.45, 260, 0.18, 1.4);
  if (told.changes.some(c => c.kind === 'condition')) burst(0.45, 110, 0.6, 2);
}

/** SoundSwitch turns sounds on and off. */
export function SoundSwitch() {
  const [on, set] = useState(sounding);
  const turn = () => {
    try {
      localStorage.setItem(place, on ? 'off' : 'on');
    } catch {
      wanted = !on; // while the page is open
    }
    set(!on);
  };
  return html`<button class="sound-switch" aria-pressed=${on ? 'true' : 'false'} onClick=${turn}>Sound ${
    on ? 'on' : 'off'
  }</button>`;
}
