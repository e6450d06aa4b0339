// Makes the hosted page nicer; everything works without it. Card data leaves only with the form.

const difference = Date.now() - Date.parse(document.body.dataset.now); // less than a minute: the page was on its way
/** Milliseconds by which the customer's clock is ahead of ours: one that was set in the wrong time zone is hours off. */
const ahead = Math.abs(difference) < 60_000 ? 0 : difference;
const now = () => Date.now() - ahead;

const each = (selector, act) => document.querySelectorAll(selector).forEach((found) => act(found));

/** With the digits of every script as 0 to 9: Unicode has tens of them in a row. */
const ascii = (text) =>
  text.replace(/\p{Nd}/gu, (digit) => {
    let before = 0;
    while (/\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt() - before - 1))) before++;
    return before % 10;
  });
const digitsOf = (text) => ascii(text).replace(/\D/g, '');

/** Digits as the page's language writes them. */
const written = (text) =>
  document.documentElement.lang === 'bn'
    ? text.replace(/\d/g, (digit) => String.fromCharCode(0x09e6 + Number(digit)))
    : text;

const brandOf = (digits) => {
  if (/^4/.test(digits)) return 'visa';
  if (/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(digits)) return 'mastercard';
  return /^3[47]/.test(digits) ? 'amex' : '';
};

const passesLuhn = (digits) => {
  const counted = (digit, place) => (place % 2 && (digit * 2) % 9) || Number(digit);
  const sum = [...digits].reverse().reduce((all, digit, place) => all + counted(digit, place), 0);
  return sum % 10 === 0;
};

/** Groups of four, or 4-6-5 for American Express. */
const grouped = (digits) =>
  (brandOf(digits) === 'amex'
    ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)]
    : digits.match(/.{1,4}/g) || []
  )
    .filter(Boolean)
    .join(' ');

/** Rewrites a field while it is being typed into; the caret stays at the end, or behind the digit that it stood behind. */
function rewrite(input, format) {
  const isAtEnd = (input.selectionStart ?? input.value.length) === input.value.length;
  const before = digitsOf(input.value.slice(0, input.selectionStart ?? input.value.length)).length;
  const text = written(format(input.value));
  if (text === input.value) return;
  input.value = text;
  if (document.activeElement !== input) return;
  let caret = 0;
  for (let seen = 0; caret < text.length && seen < before; caret++) if (/\p{Nd}/u.test(text[caret])) seen++;
  if (isAtEnd) caret = text.length;
  input.setSelectionRange(caret, caret);
}

/** "1/34" → "01 / 34", "2034-12" → "12 / 34"; what is not clear yet stays as it is. */
function expiryText(typed, isDeleting) {
  const text = ascii(typed);
  const yearFirst = /^\s*(\d{4})\s*[-/.]\s*(\d{1,2})\s*$/.exec(text);
  if (yearFirst) return `${yearFirst[2].padStart(2, '0')} / ${yearFirst[1].slice(2)}`;
  const parts = /^\s*(\d{1,2})\s*[-/. ]\s*(\d*)/.exec(text);
  const digits = digitsOf(text);
  const isOneDigit = /^([2-9]|1[3-9])/.test(digits); // no month begins so with two
  const month = parts ? parts[1].padStart(2, '0') : isOneDigit ? `0${digits[0]}` : digits.slice(0, 2);
  const rest = parts ? parts[2] : digits.slice(isOneDigit ? 1 : 2);
  const year = rest.length === 4 && rest.startsWith('20') ? rest.slice(2) : rest.slice(0, 4);
  if (month.length < 2 || (isDeleting && year === '')) return digits;
  return `${month} / ${year}`;
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** A notice on top of the panel, as the server says it to those without script. */
function notify(heading, text) {
  const panel = document.querySelector('.panel');
  const notice = element('div', { className: 'notice wrong', tabIndex: -1 }, element('h2', {}, heading), text);
  notice.setAttribute('role', 'alert');
  for (const earlier of panel.querySelectorAll(':scope > .notice')) earlier.remove();
  panel.prepend(notice);
  notice.focus();
}

/** All that is wrong, each a link to its field. */
function summarize(form, wrong) {
  const lines = wrong.map(({ id, text }) => element('li', {}, element('a', { href: `#${id}` }, text)));
  notify(form.dataset.problem, element('ul', {}, ...lines));
}

const sayThatOffline = () => notify(document.body.dataset.offline, element('p', {}, document.body.dataset.online));

/** Puts another of our pages in the place of this one. */
function draw(next) {
  document.documentElement.lang = next.documentElement.lang;
  document.title = next.title;
  document.body.replaceWith(document.adoptNode(next.body));
  start();
}

const parse = (html) => new DOMParser().parseFromString(html, 'text/html');

let isSending = false;

/** Sends a form, which pays once though it is sent twice. @returns how to go on */
async function send(form, button) {
  const body = new URLSearchParams(new FormData(form));
  body.set(button.name, button.value);
  const answer = await fetch(form.getAttribute('action'), {
    method: 'POST',
    body,
    headers: { 'x-requested-with': 'fetch' },
    signal: AbortSignal.timeout?.(90_000),
  });
  const text = await answer.text();
  const to = /json/.test(answer.headers.get('content-type')) && JSON.parse(text).to;
  const next = parse(text);
  if (!to && !next.body.dataset.now) throw Error(); // a proxy's own page
  return () => {
    if (to) return location.assign(to);
    isSending = false;
    draw(next);
    scrollTo(0, 0);
    const said = document.querySelector('.notice') ?? document.querySelector('h1');
    said.tabIndex = -1;
    said.focus();
  };
}

let isPressed = false;
for (const type of ['pointerdown', 'pointerup', 'pointercancel'])
  document.addEventListener(type, () => (isPressed = type === 'pointerdown'), true);

/** Not while a finger or button is down: a line that comes then moves what is pressed from under it, and the click is lost. */
const afterPress = (act) =>
  isPressed ? document.addEventListener('pointerup', () => setTimeout(act), { once: true }) : setTimeout(act);

function cardFields(form) {
  const { number, expiry, cvv, holder } = form.elements;
  const hint = form.querySelector('#cvv-hint');
  const usual = hint.textContent;

  const showBrand = () => {
    const brand = brandOf(digitsOf(number.value));
    each('.brand', (badge) => badge.classList.toggle('faded', brand !== '' && badge.dataset.brand !== brand));
    hint.textContent = brand === 'amex' ? hint.dataset.amex : usual;
  };

  /** The fault of a field as it stands, in the words that came with the page; the server decides. */
  const faultOf = {
    number: () => {
      const digits = digitsOf(number.value);
      if (digits === '') return 'missing';
      if (digits.length < 12) return 'incomplete';
      if (digits.length > 19 || !passesLuhn(digits)) return 'wrong';
      return brandOf(digits) === '' ? 'network' : '';
    },
    expiry: () => {
      if (expiry.value.trim() === '') return 'missing';
      const [, month, year] = /^(\d{2}) \/ (\d{2})$/.exec(expiryText(expiry.value)) || [];
      if (!month || Number(month) < 1 || Number(month) > 12) return 'form';
      const end = Date.UTC(2000 + Number(year), Number(month), 1, 12);
      return end <= now() ? 'past' : Number(year) + 2000 > new Date(now()).getUTCFullYear() + 20 ? 'far' : '';
    },
    cvv: () => {
      const digits = digitsOf(cvv.value);
      if (digits === '') return 'missing';
      const isAmex = brandOf(digitsOf(number.value)) === 'amex';
      return digits.length === (isAmex ? 4 : 3) ? '' : isAmex ? 'wrongamex' : 'wrong';
    },
    holder: () => {
      if (holder.value.trim() === '') return 'missing';
      return digitsOf(holder.value).length >= 12 || /^\d{3,4}$/.test(ascii(holder.value).trim()) ? 'wrong' : '';
    },
  };

  const show = (input, fault) => {
    const line = form.querySelector(`#${input.id}-error`);
    const about = (input.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id && id !== line.id);
    if (fault !== '') about.push(line.id);
    // A line that is hidden would be read aloud all the same.
    if (about.length > 0) input.setAttribute('aria-describedby', about.join(' '));
    else input.removeAttribute('aria-describedby');
    line.hidden = fault === '';
    line.querySelector('.error-text').textContent = input.dataset[fault] ?? '';
    input.closest('.field').classList.toggle('wrong', fault !== '');
    input.setAttribute('aria-invalid', fault !== '');
  };
  const isWrong = (input) => input.getAttribute('aria-invalid') === 'true';

  for (const input of [number, expiry, cvv, holder]) {
    // Leaving a field that nothing was typed into is no mistake yet.
    input.addEventListener('blur', () => afterPress(() => input.value !== '' && show(input, faultOf[input.name]())));
    input.addEventListener('input', () => isWrong(input) && faultOf[input.name]() === '' && show(input, ''));
  }
  const group = () => rewrite(number, (text) => grouped(digitsOf(text)));
  number.addEventListener('input', () => {
    group();
    showBrand();
    if (isWrong(cvv) && faultOf.cvv() === '') show(cvv, '');
  });
  expiry.addEventListener('input', (event) => {
    const isDeleting = (event.inputType ?? '').startsWith('delete');
    rewrite(expiry, (text) => expiryText(text, isDeleting));
  });
  cvv.addEventListener('input', () => rewrite(cvv, ascii));
  group();
  rewrite(expiry, ascii);
  rewrite(cvv, ascii);
  showBrand();

  return () => {
    const wrong = [number, expiry, cvv, holder].flatMap((input) => {
      const fault = faultOf[input.name]();
      show(input, fault);
      return fault === '' ? [] : [{ id: input.id, text: input.dataset[fault] }];
    });
    if (wrong.length > 0) summarize(form, wrong);
    return wrong.length === 0;
  };
}

/** Groups of four, as on a bank's statement, and the name of the country. */
function ibanField(input) {
  const line = document.getElementById('iban-says');
  const countries = new Intl.DisplayNames(document.documentElement.lang, { type: 'region', fallback: 'none' });
  const name = () => {
    const [code] = /^[a-z]{2}/i.exec(input.value.trim()) ?? [];
    const text = (code && countries.of(code)) || '';
    if (text !== line.textContent) line.textContent = text;
  };
  name();
  input.addEventListener('input', () => {
    name();
    if (input.selectionStart !== input.value.length) return; // in the middle nothing jumps
    const plain = ascii(input.value).replace(/[\s-]/g, '').toUpperCase();
    input.value = (plain.match(/.{1,4}/g) || []).join(' ');
  });
}

/** One click is enough: the button says that it works, and comes back when the page or the network does. */
function ourForm(form) {
  const button = form.querySelector('button[name=action]');
  const usual = button.textContent;
  const isRight = form.classList.contains('card-form') ? cardFields(form) : () => true;
  const say = (text) => {
    button.textContent = text;
    const aloud = form.querySelector('[role=status].busy');
    if (aloud) aloud.textContent = text === usual ? '' : text;
  };
  const come = () => {
    isSending = false;
    button.removeAttribute('aria-disabled');
    say(usual);
  };
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isSending || !isRight()) return;
    isSending = true;
    button.setAttribute('aria-disabled', 'true');
    say(form.dataset.busy ?? usual);
    const goOn = await send(form, button).catch(() => () => {
      come();
      sayThatOffline();
    });
    goOn();
    if (isSending) setTimeout(come, 10_000); // a bank that is slow can be stopped
  });
  window.addEventListener('pageshow', ({ persisted }) => persisted && come());
}

/** Leads on to the page of a bank or a wallet; who comes back here by the browser's button decides anew. */
function goByItself(form) {
  const [entry] = performance.getEntriesByType('navigation');
  if (entry?.type !== 'back_forward') form.submit();
}

/** Of several methods one is always open: pressed again it stays so. */
function methodChoice(details) {
  details.querySelector('summary').addEventListener('click', (event) => details.open && event.preventDefault());
}

/** No clock for most of the hour; a quiet one in the last five minutes, said aloud once a minute. */
function countdown(line) {
  const end = Date.parse(line.dataset.expires);
  const format = (value) =>
    new Intl.NumberFormat(document.documentElement.lang, { minimumIntegerDigits: 2 }).format(value);
  const tick = () => {
    const left = Math.floor((end - now()) / 1000);
    line.hidden = left > 300;
    line.setAttribute('aria-live', left % 60 === 0 || left < 0 ? 'polite' : 'off');
    if (left <= 0) return (line.textContent = line.dataset.over);
    if (left <= 300)
      line.textContent = line.dataset.left.replace('{time}', `${format(Math.floor(left / 60))}:${format(left % 60)}`);
    const wait = left > 300 ? Math.min(left - 300, 86_400) : 1; // a timer of more than 24 days goes off at once
    setTimeout(tick, wait * 1000);
  };
  tick();
}

/** In the customer's own time zone, which the server does not know, and by the clock that the customer looks at. */
function ownTime(line) {
  const language = document.documentElement.lang === 'bn' ? 'bn-BD' : 'en-GB';
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' });
  const at = Date.parse(line.dataset.at) + ahead;
  line.textContent = line.dataset.says.replace('{time}', format.format(at));
}

/** Looks every two seconds whether the payment has moved, and at once when the customer comes back from an app. */
function follow({ state, page, gen, follow }) {
  let timer;
  const look = async () => {
    clearTimeout(timer);
    try {
      const answer = await fetch(state, { headers: { accept: 'application/json' }, cache: 'no-store' });
      const latest = answer.ok ? await answer.json() : { page, gen };
      if (latest.page !== page || String(latest.gen) !== gen) return location.replace(follow);
    } catch {
      // no network for a moment: the next look may have one
    }
    timer = setTimeout(look, 2000);
  };
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look());
  timer = setTimeout(look, 1000);
}

function copyButton(button) {
  const text = button.querySelector('span');
  const usual = text.textContent;
  if (!navigator.clipboard) return;
  button.hidden = false;
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    text.textContent = button.dataset.copied;
    setTimeout(() => (text.textContent = usual), 2000);
  });
}

/** The other language without losing the way to pay and what was typed: it stays in the fields, in memory only. */
async function switchLanguage(event) {
  const fields = [...document.querySelectorAll('.pay-form input:not([type=hidden])')];
  const typed = fields.filter(({ value }) => value !== '').map(({ id, value }) => [id, value]);
  const open = document.querySelector('details[open] [name=method]')?.value;
  if (typed.length === 0 && !open) return;
  event.preventDefault();
  const { href } = event.currentTarget;
  const html = await fetch(href)
    .then((answer) => answer.text())
    .catch(sayThatOffline);
  if (html === undefined) return;
  const next = parse(html);
  if (!next.querySelector('.pay-form')) return location.assign(href);
  draw(next);
  history.replaceState(null, '', href);
  if (open) document.querySelector(`details:has([name=method][value=${open}])`)?.setAttribute('open', '');
  for (const [id, value] of typed) {
    const field = document.getElementById(id);
    if (!field) continue;
    field.value = value;
    field.dispatchEvent(new Event('input')); // in the digits of this language
  }
  document.querySelector('.languages [aria-current]').focus();
}

function hideIfBroken(logo) {
  const hide = () => (logo.hidden = true);
  if (logo.complete && logo.naturalWidth === 0) hide();
  logo.addEventListener('error', hide);
}

function start() {
  each('form[method=post]:not([data-go])', ourForm);
  each('form[data-go]', goByItself);
  each('details.method', methodChoice);
  each('#iban', ibanField);
  each('[data-expires]', countdown);
  each('[data-at]', ownTime);
  each('[data-copy]', copyButton);
  each('.languages a', (link) => link.addEventListener('click', switchLanguage));
  each('.logo', hideIfBroken);
  const { state, reload, again } = document.body.dataset;
  if (state) follow(document.body.dataset);
  else if (reload) setTimeout(() => location.replace(again ?? location.pathname + location.search), reload * 1000);
}

// Said once.
const said = location.href.replace('&not-begun=1', '');
if (said !== location.href) history.replaceState(null, '', said);

start();
