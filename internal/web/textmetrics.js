// Text on the plan: its width, line breaks and short forms.

const pen = document.createElement('canvas').getContext('2d');
const fonts = {},
  widths = new Map();

// fontOf reads the fonts from the style sheet, so that measured and drawn texts agree.
function fontOf(face) {
  return (fonts[face] ||= getComputedStyle(document.documentElement).getPropertyValue(`--${face}`).trim());
}

/** width returns the width of a drawn text, in pixels. */
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

/** clip cuts off a text. */
export const clip = (text, most) => (text.length > most ? text.slice(0, most - 1).trimEnd() + '…' : text);

/** broken divides a text into the two shortest possible lines, or returns it whole. */
export function broken(text) {
  const words = text.split(' ');
  let best = [text];
  for (let i = 1; i < words.length; i++) {
    const lines = [words.slice(0, i).join(' '), words.slice(i).join(' ')];
    if (Math.max(...lines.map(l => l.length)) < Math.max(...best.map(l => l.length))) best = lines;
  }
  return best;
}

/** shortened keeps the first letters of long words: "machine gunners" is "mac… gun…". */
export function shortened(text) {
  return text
    .split(' ')
    .map(w => (w.length > 5 ? w.slice(0, 3) + '…' : w))
    .join(' ');
}
