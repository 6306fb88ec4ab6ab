/** The window of Messages as System Events shows it: one conversation, its balloons and their actions. */

import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasErrno } from '../../../src/base/errors.ts'
import type { Messages } from '../../messages/open-messages.ts'
import { type FaultName, hasFault } from '../faults.ts'
import type { MessagesApp } from '../messages-app.ts'
import { AppleError, appleErrors, numbers } from '../osascript/apple-error.ts'
import type { UiElement } from '../osascript/ui-element.ts'
import { balloonActions } from './balloon-actions.ts'
import { elementOf } from './element.ts'
import { chatOfMessage, otherChat, type ShownMessage, shownMessages } from './shown-messages.ts'
import { titleOf } from './title.ts'

interface Place {
  home: string
  macos: number
  messages: Messages
}

export function simulatedWindow(place: Place): Pick<MessagesApp, 'openLocation' | 'systemEvents'> {
  const { home, messages } = place
  let wasOpenedHere = false
  const contents = contentsOfWindow(place)

  const chatShown = () => {
    const { chat } = windowState(home)
    const isElsewhere = hasFault(home, 'wrong-conversation') || (hasFault(home, 'window-moves-on') && !wasOpenedHere)
    return isElsewhere ? otherChat(messages, chat) : chat
  }
  const windows = (): UiElement[] => {
    if (hasFault(home, 'accessibility-denied')) throw assistiveAccessDenied()
    const chat = chatShown()
    if (chat === null || hasFault(home, 'no-window')) return []
    return [elementOf({ role: 'AXWindow', name: titleOf(home, messages, chat), contents: () => contents(chat) })]
  }
  const process: UiElement = {
    ...elementOf({}),
    get: (property) => (property === 'name' ? 'Messages' : property === 'frontmost' ? true : undefined),
    all: (kind) => (kind === 'window' ? windows() : []),
  }
  return {
    openLocation(address) {
      const guid = /^imessage:\/\/open\?message-guid=(.+)$/.exec(address)?.[1]
      if (guid === undefined) throw appleErrors.handlerFailed()
      wasOpenedHere = true
      keepWindowState(home, { ...windowState(home), chat: chatOfMessage(messages, guid) })
    },
    systemEvents() {
      if (hasFault(home, 'automation-denied')) throw automationDenied()
      return {
        ...elementOf({}),
        get: (property) => (property === 'ui elements enabled' ? !hasFault(home, 'accessibility-denied') : undefined),
        all: (kind) => (kind === 'process' && !hasFault(home, 'not-running') ? [process] : []),
      }
    },
  }
}

/** Returns the elements that the window shows for a chat. An edit in progress stays open in it. */
function contentsOfWindow({ home, macos, messages }: Place): (chat: string) => UiElement[] {
  const is = (name: FaultName) => hasFault(home, name)
  let edit: EditUnderWay | undefined

  const balloon = (message: ShownMessage): UiElement => {
    const actions = balloonActions(message, {
      messages,
      macos,
      nowMs: Date.now(),
      language: is('other-language') ? 'german' : 'english',
      editsSoFar: windowState(home).edits[message.guid] ?? 0,
      isIgnored: is('action-ignored'),
      beginEdit: (of) => {
        edit = { of, text: of.text }
      },
    })
    return elementOf({ role: 'AXTextArea', identifier: 'CKBalloonTextView', value: () => message.text, actions })
  }
  const send = ({ of, text }: EditUnderWay) => {
    if (is('action-ignored')) return
    messages.edit({ message: of.guid, text })
    const { edits, ...rest } = windowState(home)
    keepWindowState(home, { ...rest, edits: { ...edits, [of.guid]: (edits[of.guid] ?? 0) + 1 } })
    edit = undefined
  }
  const underWay = (begun: EditUnderWay): UiElement[] =>
    editElements(begun, {
      takesText: () => !is('field-resists'),
      send: () => send(begun),
      cancel: () => {
        edit = undefined
      },
    })
  const compose = elementOf({
    role: 'AXTextField',
    identifier: 'messageBodyField',
    value: () => (is('draft-open') ? 'half a sentence' : ''),
  })
  return (chat) => [
    ...shownMessages(messages, chat).map(balloon),
    ...(edit === undefined ? [] : underWay(edit)),
    compose,
  ]
}

const automationDenied = () =>
  new AppleError(numbers.notAuthorized, 'Not authorized to send Apple events to System Events.')
const assistiveAccessDenied = () =>
  new AppleError(-25211, 'System Events got an error: osascript is not allowed assistive access.')

/** The state that the window keeps from script to script. */
interface WindowState {
  chat: string | null
  /** Counts the edits of each message through the window. */
  edits: Record<string, number>
}

const fileOf = (home: string) => join(home, '.simulator-window.json')

function windowState(home: string): WindowState {
  try {
    return JSON.parse(readFileSync(fileOf(home), 'utf8')) as WindowState
  } catch (error) {
    if (hasErrno(error, 'ENOENT')) return { chat: null, edits: {} }
    throw error
  }
}

function keepWindowState(home: string, state: WindowState): void {
  const temporary = `${fileOf(home)}.${process.pid}`
  writeFileSync(temporary, JSON.stringify(state))
  renameSync(temporary, fileOf(home))
}

interface EditUnderWay {
  of: ShownMessage
  /** The text in the field. */
  text: string
}

interface Buttons {
  /** Whether the field accepts what is written to it. */
  takesText(): boolean
  send(): void
  cancel(): void
}

/** Returns what an edit in progress shows: a field with the old text, and the buttons that send or cancel it. */
function editElements(edit: EditUnderWay, { takesText, send, cancel }: Buttons): UiElement[] {
  const button = (description: string, press: () => void): UiElement =>
    elementOf({ role: 'AXButton', description, actions: new Map([['AXPress', press]]), parent: () => group })
  const all = [
    elementOf({
      role: 'AXTextField',
      value: () => edit.text,
      write: (text) => {
        if (takesText()) edit.text = text
      },
    }),
    button('Cancel edit', cancel),
    button('Send edit', send),
  ]
  const group = elementOf({ contents: () => all })
  return all
}
