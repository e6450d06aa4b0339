// The pages are whole without.

/** A button on each example that copies it. */
function offerCopies() {
  for (const example of navigator.clipboard ? document.querySelectorAll('pre') : []) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.setAttribute('aria-live', 'polite');
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(example.textContent);
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 2000);
    });
    example.before(button);
  }
}

/** An anchor in the list of all headings stands for the heading itself: go there. */
function goOn() {
  const entry = document.getElementById(location.hash.slice(1))?.closest('.index a');
  if (entry) location.replace(entry.href);
}

/** The contents mark the heading that is being read, and keep it in sight. */
function follow() {
  const menu = document.getElementById('menu');
  const entries = [...menu.querySelectorAll('.headings a')].map((link) => ({
    link,
    heading: document.getElementById(link.hash.slice(1)),
  }));
  const show = ({ offsetTop, offsetHeight }) => {
    if (offsetTop < menu.scrollTop || offsetTop + offsetHeight > menu.scrollTop + menu.clientHeight)
      menu.scrollTop = offsetTop - menu.clientHeight / 2;
  };
  let marked;
  /** At the end the last headings stand together: one that was asked for is read, else the last. */
  const read = () => {
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const top = ({ heading }) => heading.getBoundingClientRect().top;
    if (!isAtEnd) return entries.findLast((entry) => top(entry) < innerHeight / 3);
    return entries.find((entry) => entry.heading.matches(':target') && top(entry) >= 0) ?? entries.at(-1);
  };
  const mark = () => {
    const link = read()?.link;
    if (link === marked) return;
    marked?.removeAttribute('aria-current');
    link?.setAttribute('aria-current', 'true');
    marked = link;
    if (link) show(link);
  };
  const page = menu.querySelector('[aria-current]');
  if (page) show(page);
  mark();
  addEventListener('scroll', mark, { passive: true });
  menu.addEventListener('click', ({ target }) => {
    if (target.closest('a') && menu.matches(':popover-open')) menu.hidePopover();
  });
}

offerCopies();
goOn();
addEventListener('hashchange', goOn);
follow();
