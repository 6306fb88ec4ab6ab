/**
 * Makes a component of a drawing of the icon package. The package's own way can do much that no icon of this page wants,
 * and would do it for each icon of each row.
 */
import { createElement, type FunctionComponent, type SVGProps } from 'react'

interface Drawing {
  name: string
  node: readonly (readonly [element: string, attributes: Readonly<Record<string, string>>])[]
}

type Props = SVGProps<SVGSVGElement> & { size?: number }

export default function drawnIcon({ name, node }: Drawing): FunctionComponent<Props> {
  const drawing = node.map(([element, attributes]) => createElement(element, attributes))
  return ({ size = 24, ...rest }) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        viewBox: '0 0 24 24',
        width: size,
        height: size,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': !('aria-label' in rest || 'role' in rest) || undefined,
        ...rest,
        className: `lucide-${name} ${rest.className ?? ''}`,
      },
      ...drawing,
    )
}
