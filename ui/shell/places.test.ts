import { expect, test } from 'vitest'
import { placeOf } from './places.ts'

test.each([
  ['/messages', 'messages'],
  ['/c/any;-;+12025550123', 'messages'],
  ['/new', 'messages'],
  ['/search', 'messages'],
  ['/relay', 'relay'],
  ['/relay/deliveries', 'relay'],
  ['/plugins/webhook', 'relay'],
  ['/pluginsandmore', 'messages'],
  ['/rules', 'relay'],
  ['/logs', 'relay'],
  ['/stats', 'relay'],
  ['/health', 'relay'],
  ['/settings', 'settings'],
  ['/settings/people', 'settings'],
])('%s lies in %s', (location, place) => expect(placeOf(location)).toBe(place))
