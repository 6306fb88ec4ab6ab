import { describe, expect, it } from 'vitest'
import { balloonOf, decodeAppBalloon } from './app-balloon.ts'
import { keyedArchive, keyedUrl } from './fixtures/plist-writer.ts'

const extension = (id: string) => `com.apple.messages.MSMessageExtensionBalloonPlugin:0000000000:${id}`

describe('balloonOf', () => {
  it.each([
    ['com.apple.messages.URLBalloonProvider', 'link', 'Link'],
    ['com.apple.DigitalTouchBalloonProvider', 'digital-touch', 'Digital Touch'],
    [extension('com.apple.PassbookUIService.PeerPaymentMessagesExtension'), 'apple-cash', 'Apple Cash'],
    [extension('com.apple.SafetyMonitorApp.SafetyMonitorMessages'), 'check-in', 'Check In'],
    [extension('com.apple.messages.Polls'), 'poll', 'Poll'],
    [extension('com.example.tictactoe.MessagesExtension'), 'app', 'tictactoe'],
    [extension('com.example.chess'), 'app', 'chess'],
    ['ext', 'app', 'ext'],
    ['unheard-of', 'app', 'unheard-of'],
  ])('recognises %s', (bundleId, kind, name) => {
    expect(balloonOf(bundleId)).toEqual({ kind, name })
  })

  it('returns null for a message that is not a balloon', () => {
    expect(balloonOf(null)).toBeNull()
    expect(balloonOf('')).toBeNull()
  })
})

describe('an app balloon', () => {
  const balloon = (fields: Record<string, unknown>) => {
    const decoded = decodeAppBalloon(keyedArchive(fields))
    return decoded.ok ? decoded.value : null
  }

  it('shows the captions that the app provided', () => {
    const userInfo = { caption: 'Home', subcaption: '37 Photos', 'image-title': 'Walk', 'tertiary-subcaption': '' }
    expect(
      balloon({ an: 'Photos', ldtext: 'Home - 37 Photos', URL: keyedUrl('https://example.com/'), userInfo }),
    ).toEqual({
      appName: 'Photos',
      text: 'Home - 37 Photos',
      title: 'Walk',
      subtitle: null,
      caption: 'Home',
      subcaption: '37 Photos',
      trailingCaption: null,
      trailingSubcaption: null,
      url: 'https://example.com/',
      sessionIdentifier: null,
    })
  })

  it('falls back to its caption, or else to the name of the app, where there is no text', () => {
    expect(balloon({ an: 'Game', ldtext: '', userInfo: { caption: 'Your move.' } })?.text).toBe('Your move.')
    expect(balloon({ an: 'Game', userInfo: {} })?.text).toBe('Game')
    expect(balloon({})?.text).toBeNull()
  })

  it('is refused where the archive contains something else', () => {
    expect(decodeAppBalloon(keyedArchive(['a'])).ok).toBe(false)
  })
})
