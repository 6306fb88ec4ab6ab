/** Makes elements. What people wrote only ever becomes text. */

export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue
    if (name === 'class') made.className = value
    else if (name.startsWith('on')) made.addEventListener(name.slice(2), value)
    else made.setAttribute(name, value === true ? '' : value)
  }
  made.append(...children.filter((child) => child !== undefined && child !== null && child !== false))
  return made
}

/** Only what a browser opens without running it. */
export function link(url, ...children) {
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  return isWeb
    ? element('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, ...children)
    : element('span', {}, ...children)
}

const sameDay = (one, other) => one.toDateString() === other.toDateString()
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short' })
const date = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
const day = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const weekMs = 6 * 24 * 3_600_000

export const atClock = (ts) => clock.format(new Date(ts))
export const onDay = (ts) => day.format(new Date(ts))
export const isSameDay = (one, other) => sameDay(new Date(one), new Date(other))
export function shortly(ts) {
  const then = new Date(ts)
  if (sameDay(then, new Date())) return clock.format(then)
  return Date.now() - then.getTime() < weekMs ? weekday.format(then) : date.format(then)
}
