/** What a search has found. */
import { get } from './api.js'
import { element, shortly } from './elements.js'

const main = document.getElementById('main')
const pageSize = 40

export async function drawFound(q, isCurrent) {
  const list = element('ul', { class: 'found-list' })
  const page = await get('/api/v1/search', { q, limit: pageSize })
  if (!isCurrent()) return
  main.replaceChildren(
    element(
      'header',
      { class: 'thread' },
      element('a', { class: 'back', href: '#/', 'aria-label': 'Back' }, '‹'),
      element('h2', {}, `Found: ${q}`),
    ),
    element(
      'div',
      { class: 'log' },
      !page.complete && element('p', { class: 'quiet' }, 'Older messages are still being indexed.'),
      list,
    ),
  )
  extend(list, q, page)
  if (page.results.length === 0) list.replaceWith(element('p', { class: 'quiet' }, 'Nothing was found.'))
}

function extend(list, q, { results, cursor }) {
  list.append(...results.map(row))
  if (cursor === null) return
  const button = element('button', { class: 'more' }, 'More')
  button.addEventListener('click', async () => {
    button.disabled = true
    extend(list, q, await get('/api/v1/search', { q, limit: pageSize, cursor }))
    button.parentElement?.remove()
  })
  list.append(element('li', {}, button))
}

const row = ({ message, conversation_guid: guid, conversation_name: name, snippet, ranges }) =>
  element(
    'li',
    {},
    element(
      'a',
      { href: `#/${encodeURIComponent(guid)}/${message.rowid}` },
      element(
        'span',
        { class: 'name', dir: 'auto' },
        message.is_from_me ? `You, to ${name}` : message.sender === name ? name : `${message.sender} · ${name}`,
      ),
      element('time', { datetime: message.ts }, shortly(message.ts)),
      element('span', { class: 'last', dir: 'auto' }, ...marked(snippet, ranges)),
    ),
  )

function marked(snippet, ranges) {
  const parts = []
  let end = 0
  for (const { start, length } of ranges) {
    parts.push(snippet.slice(end, start), element('mark', {}, snippet.slice(start, start + length)))
    end = start + length
  }
  return [...parts, snippet.slice(end)]
}
