/** One slot of a plugin that runs within the page and renders it itself: a React component or an element. */
import { createElement, type FunctionComponent, useEffect, useRef } from 'react'
import type { Host } from '../../../src/plugin-ui/host.ts'
import type { Mount } from '../../../src/plugin-ui/protocol.ts'
import type { DrawView } from '../../../src/plugin-ui/slots.ts'

export interface Trusted {
  Component?: FunctionComponent<Record<string, unknown>>
  draw?: DrawView
  host: Host
}

export function TrustedPlace({ trusted: { Component, draw, host }, mount }: { trusted: Trusted; mount: Mount }) {
  if (Component !== undefined) return createElement(Component, { ...mount.props, slot: mount.slot, host })
  return draw === undefined ? null : <Element draw={draw} host={host} />
}

function Element({ draw, host }: { draw: DrawView; host: Host }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => (element.current === null ? undefined : draw(element.current, { host })), [draw, host])
  return <div ref={element} />
}
