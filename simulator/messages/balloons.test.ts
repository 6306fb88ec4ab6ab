import { describe, expect, it } from 'vitest'
import { readPropertyList } from '../../src/apple/plist/binary-plist.ts'
import { type TemporaryMac, temporaryMac } from '../temporary-mac.ts'

const friend = '+15550100'
const picture = { name: 'X.pluginPayloadAttachment', bytes: Buffer.from('x') }

interface Archive {
  $objects: unknown[]
}

const payloadOf = (mac: TemporaryMac): unknown[] => {
  const row = mac.row('SELECT payload_data AS payload FROM message WHERE payload_data IS NOT NULL ORDER BY ROWID DESC')
  return (readPropertyList(row?.payload as Uint8Array) as unknown as Archive).$objects
}

const balloonOf = (mac: TemporaryMac): unknown =>
  mac.row('SELECT balloon_bundle_id AS id FROM message ORDER BY ROWID DESC')?.id

describe('a link preview', () => {
  const link = { url: 'https://example.com/soup', title: 'Soup', siteName: 'Example' }

  it('comes as a separate row after the text', () => {
    using mac = temporaryMac()
    mac.messages.receive({ from: friend, text: link.url })
    mac.messages.linkPreview({ from: friend, link, picture })
    expect(
      mac.rows('SELECT balloon_bundle_id IS NULL AS plain, is_from_me AS mine FROM message ORDER BY ROWID'),
    ).toEqual([
      { plain: 1, mine: 0 },
      { plain: 0, mine: 0 },
    ])
    expect(payloadOf(mac)).toEqual(expect.arrayContaining([link.url, link.title, link.siteName]))
    expect(mac.row('SELECT hide_attachment FROM attachment')).toEqual({ hide_attachment: 1 })
  })

  it('can come into the row of the text, even without a balloon id', () => {
    using mac = temporaryMac()
    mac.messages.addLinkPreview({ message: mac.messages.receive({ from: friend, text: link.url }), link })
    expect(balloonOf(mac)).toBe('com.apple.messages.URLBalloonProvider')
    mac.messages.addLinkPreview({
      message: mac.messages.receive({ from: friend, text: link.url }),
      link,
      unnamed: true,
    })
    expect(balloonOf(mac)).toBe(null)
    expect(payloadOf(mac)).toContain('Soup')
  })
})

describe('an app’s balloon', () => {
  it('has the text that a list shows', () => {
    using mac = temporaryMac()
    mac.messages.appBalloon({ with: friend, app: 'cash', message: { appName: 'Apple Cash', summary: 'Sent $5' } })
    expect(balloonOf(mac)).toMatch(/^com\.apple\.messages\.MSMessageExtensionBalloonPlugin:0+:com\.apple\.Passbook/)
    expect(payloadOf(mac)).toEqual(expect.arrayContaining(['Apple Cash', 'Sent $5']))
    expect(mac.row('SELECT is_from_me FROM message')).toEqual({ is_from_me: 1 })
  })

  it('contains the stage of a check-in', () => {
    using mac = temporaryMac()
    mac.messages.checkIn({ from: friend, stage: 'started', expectedMs: Date.UTC(2026, 0, 1) })
    const texts = payloadOf(mac).filter((value) => typeof value === 'string')
    expect(texts.join()).toContain('estimatedEndTime=1767225600')
  })

  it.each(['digitalTouch', 'handwriting'] as const)('can be drawn: %s', (kind) => {
    using mac = temporaryMac()
    if (kind === 'digitalTouch') mac.messages.digitalTouch({ from: friend, kind: 'heartbeat' })
    else mac.messages.handwriting({ from: friend, strokes: [[{ x: 1, y: 2 }]] })
    expect(mac.row('SELECT length(payload_data) > 20 AS drawn FROM message')).toEqual({ drawn: 1 })
    expect(String(balloonOf(mac))).toMatch(/DigitalTouch|Handwriting/)
  })
})

describe('a poll', () => {
  it('changes by rows that point at its root, and votes point at its latest state', () => {
    using mac = temporaryMac()
    const { chatGuid } = mac.messages.receive({ from: friend, text: 'Where to?' })
    const poll = mac.messages.createPoll({ chat: chatGuid ?? '', from: friend, options: ['Sea', 'Hills'] })
    const changed = mac.messages.addPollOption({ poll, from: friend, text: 'Lake' })
    mac.messages.vote({ poll: changed, choose: ['Lake', 'Sea'] })
    expect(
      mac.rows(`SELECT associated_message_type AS type, associated_message_guid AS target FROM message
        WHERE balloon_bundle_id LIKE '%Polls' ORDER BY ROWID`),
    ).toEqual([
      { type: 3, target: poll.guid },
      { type: 2, target: poll.guid },
      { type: 4000, target: changed.guid },
    ])
    const url = payloadOf(mac).find((value) => typeof value === 'string' && value.startsWith('data:,'))
    const content = JSON.parse(Buffer.from(String(url).slice(6), 'base64').toString())
    expect(content.item.votes).toHaveLength(2)
  })
})
