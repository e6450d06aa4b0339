// What makes the console quicker for those who have JavaScript. Every page works without it.

/** The same as in format.ts: up to how many seconds a unit is used, and how many of them it has. */
const STEPS = [
  [60, 'second', 1],
  [3600, 'minute', 60],
  [172800, 'hour', 3600],
  [5184000, 'day', 86400],
  [63115200, 'month', 2629800],
  [Infinity, 'year', 31557600],
];

const drawn = document.querySelector('[data-drawn]');
const drawnAt = Date.parse(drawn?.dateTime);
const shownAt = Date.now();

/** By the server's clock: the viewer's may be wrong. */
const now = () => drawnAt + Date.now() - shownAt;

function ago(at) {
  const seconds = (now() - at) / 1000;
  const [, unit, length] = STEPS.find(([most]) => Math.abs(seconds) < most);
  const count = Math.trunc(Math.abs(seconds) / length);
  if (count === 0) return 'now';
  return `${count} ${unit}${count === 1 ? '' : 's'} ${seconds > 0 ? 'ago' : 'from now'}`;
}

function tellAges() {
  for (const span of document.querySelectorAll('time .ago')) {
    const text = ago(Date.parse(span.parentElement.dateTime));
    if (span.textContent !== text) span.textContent = text;
  }
}

if (drawn) {
  tellAges();
  setInterval(tellAges, 10_000);
}

// All times are UTC; what that is where the viewer is, is said on hover.
const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
const own = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'long',
  hourCycle: 'h23',
});
const says = document.querySelector('[data-zone]');
if (says && new Date().getTimezoneOffset() !== 0) {
  for (const time of document.querySelectorAll('time')) time.title = own.format(new Date(time.dateTime));
  says.textContent = `; point at one for ${zone}`;
  says.hidden = false;
}

// On a phone the navigation is wider than the screen.
document.querySelector('.frame nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });

/** A button beside everything that people copy. */
for (const text of document.querySelectorAll('[data-copy]')) {
  if (!navigator.clipboard) break;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text.textContent);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
  button.setAttribute('aria-live', 'polite');
  text.after(button);
}

/** Keys that are shown once: going back or reloading leads to what they belong to, and never makes others. */
const once = document.querySelector('.once');
if (once) history.replaceState(null, '', once.dataset.then);

/**
 * A form that is pressed again while its answer is awaited is sent once: another merchant would be made, or what was done
 * refused as done already. Back, and an answer that does not come, let it be sent again.
 */
const ANSWERED_WITHIN = 10_000; // ms
const sent = new Set();
addEventListener('pageshow', () => sent.clear());
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (form.method !== 'post') return;
  if (sent.has(form)) return event.preventDefault();
  sent.add(form);
  setTimeout(() => sent.delete(form), ANSWERED_WITHIN);
});

/** A proof on its side. */
for (const image of document.querySelectorAll('.proof img')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Rotate';
  let turn = 0;
  button.addEventListener('click', () => {
    turn = (turn + 90) % 360;
    image.className = turn === 0 ? '' : `r${turn}`;
  });
  image.closest('figure').querySelector('figcaption').append(button);
}

/**
 * The amount is compared while it is typed, and so far as it is typed: the beginning of what was asked for is no fault
 * before the field is left. The server compares again.
 */
const amount = document.querySelector('[data-asked]');

function compareAmount(left) {
  const { asked, shown } = amount.dataset;
  const typed = amount.value.trim();
  const isNumber = /^\d+(\.\d*)?$/.test(typed);
  const agrees = isNumber && Number(typed) === Number(asked);
  const begins = !left && shown.replaceAll(',', '').startsWith(typed);
  const differs = typed !== '' && !agrees && !begins;
  const fault = isNumber
    ? `Not the ${shown} asked for. Only equal amounts can be accepted.`
    : 'Type digits and a point, without a comma or a sign.';
  const says = document.querySelector('#amount-says');
  says.textContent = differs ? fault : agrees ? `Agrees with the ${shown} asked for.` : '';
  says.className = agrees ? 'agrees' : 'fault';
  amount.setAttribute('aria-invalid', String(differs));
}

amount?.addEventListener('input', () => compareAmount(false));
amount?.addEventListener('change', () => compareAmount(true));

/**
 * A list says above itself what is new or has changed, and shows it when asked to: nothing moves under who reads, and no focus is lost.
 * Nobody is asked while the tab is hidden; the header says that no person did it, so the session's idle time goes on.
 */
const LOOK_EVERY = 15_000; // ms
const live = document.querySelector('[data-live]');

const PAGE = 50; // of a list; when all of it is new, more may be

/** Above the list, as a link that loads it anew: what follows a # in the address would only be scrolled to. */
function say(text) {
  const link = live.querySelector('a') ?? document.createElement('a');
  if (link.textContent === text) return;
  link.textContent = text;
  link.href = location.pathname + location.search;
  if (!link.isConnected) live.append(link);
}

function sayWhatIsNew(fresh, changed) {
  const parts = [fresh > 0 && `${fresh}${fresh >= PAGE ? '+' : ''} new`, changed > 0 && `${changed} changed`];
  say(`${parts.filter(Boolean).join(', ')}: show ${fresh + changed === 1 ? 'it' : 'them'}`);
}

if (live) {
  const { live: from, key, state, known: rows } = live.dataset;
  const known = new Map((rows.match(/\S+/g) ?? []).map((row) => row.split('=')));
  let timer;
  const look = async () => {
    clearTimeout(timer);
    if (document.visibilityState !== 'visible') return;
    try {
      const headers = { accept: 'application/json', 'x-refresh': 'live' };
      const answer = await fetch(from, { headers, cache: 'no-store' });
      if (answer.status === 401) return say('You are signed out: sign in to see what is new');
      const { data, next_cursor: more } = await answer.json();
      const shown = data.filter((each) => known.has(each[key]));
      const changed = shown.filter((each) => known.get(each[key]) !== (each[state] ?? '')).length;
      const fresh = data.length - shown.length;
      // What the filter fits no more. Of a list that goes on it is made up for by what stood further back.
      const gone = more === null ? known.size - shown.length : 0;
      if (fresh + changed + gone > 0) sayWhatIsNew(fresh, changed + gone);
    } catch {
      // no network for a moment: the next look may have one
    }
    timer = setTimeout(look, LOOK_EVERY);
  };
  document.addEventListener('visibilitychange', look);
  timer = setTimeout(look, LOOK_EVERY);
}

const review = document.querySelector('[data-review]');
const go = (href) => href && location.assign(href);

// Single keys can be switched off (WCAG 2.1.4): speech input and slips of the hand press them too.
const hint = document.querySelector('[data-keys]');
const keysAre = (state) => localStorage.setItem('keys', state);
const keysOn = () => localStorage.getItem('keys') !== 'off';
if (hint) {
  const button = document.createElement('button');
  const draw = () => {
    hint.hidden = !keysOn();
    button.textContent = keysOn() ? 'Keys off' : 'Keys on';
  };
  button.type = 'button';
  button.className = 'copy';
  button.addEventListener('click', () => {
    keysAre(keysOn() ? 'off' : 'on');
    draw();
  });
  draw();
  hint.after(button);
}

/** One key each. Not while somebody types, and not with a modifier, which is the browser's. */
const KEYS = {
  '/': () => document.querySelector('.find input')?.focus(),
  j: () => go(review?.dataset.next),
  k: () => go(review?.dataset.previous),
  a: () => document.querySelector('[data-accept] [name=amount]')?.focus(),
  r: () => document.querySelector('[data-reject] select')?.focus(),
};

document.addEventListener('keydown', (event) => {
  const typing = event.target.closest('input, select, textarea');
  if (event.key === 'Escape' && typing) typing.blur();
  if (!keysOn() || typing || event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(KEYS, event.key)) return;
  event.preventDefault();
  KEYS[event.key]();
});
