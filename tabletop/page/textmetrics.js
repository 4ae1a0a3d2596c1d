// Words on the plan: how wide they are, and how they are broken and shortened.

const pen = document.createElement('canvas').getContext('2d');
const fonts = {},
  widths = new Map();

// fontOf reads the faces from the style sheet, so that what is measured is what is drawn.
function fontOf(face) {
  return (fonts[face] ||= getComputedStyle(document.documentElement).getPropertyValue(`--${face}`).trim());
}

/** width is how wide a text is drawn, in pixels. */
export function width(text, px, face = 'sans', weight = 400) {
  const font = `${weight} ${px}px ${fontOf(face)}`,
    key = font + text;
  if (!widths.has(key)) {
    if (widths.size > 4000) widths.clear();
    pen.font = font;
    widths.set(key, pen.measureText(text).width);
  }
  return widths.get(key);
}

/** clip cuts a text off. */
export const clip = (text, most) => (text.length > most ? text.slice(0, most - 1).trimEnd() + '…' : text);

/** broken divides a text into two lines that are as short as can be, or returns it whole. */
export function broken(text) {
  const words = text.split(' ');
  let best = [text];
  for (let i = 1; i < words.length; i++) {
    const lines = [words.slice(0, i).join(' '), words.slice(i).join(' ')];
    if (Math.max(...lines.map(l => l.length)) < Math.max(...best.map(l => l.length))) best = lines;
  }
  return best;
}

/** shortened leaves the first letters of long words: "storm group" is "storm gro…". */
export function shortened(text) {
  return text
    .split(' ')
    .map(w => (w.length > 5 ? w.slice(0, 3) + '…' : w))
    .join(' ');
}
