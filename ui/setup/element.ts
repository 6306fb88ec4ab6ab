/** Builds DOM elements from names, properties and children; every text stays text. */

export type Child = Node | string | undefined | false

interface Properties {
  class?: string
  /** Attributes by name; `true` sets an empty attribute, `false` and undefined set none. */
  [attribute: string]: string | number | boolean | undefined | ((event: Event) => void)
}

/** Properties such as `onclick` take a function. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Properties = {},
  ...children: readonly (Child | readonly Child[])[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(properties)) {
    if (typeof value === 'function') made.addEventListener(attribute.slice(2), value)
    else if (value === true) made.setAttribute(attribute, '')
    else if (value !== false && value !== undefined) made.setAttribute(attribute, String(value))
  }
  made.append(...children.flat().filter((child): child is Node | string => child !== undefined && child !== false))
  return made
}
