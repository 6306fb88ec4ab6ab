/** Names the topics below the base topic. */

export interface Topics {
  /** Carries `online` or `offline`. */
  status: string
  lastMessage: string
  received: string
  message(conversationId: string): string
  /** A message that is published there is sent. */
  send(conversationId: string): string
  /** The outcome of sending is published there. */
  sent(conversationId: string): string
  isMessage(topic: string): boolean
  /** Returns the conversation of a topic for sending; undefined for any other topic. */
  conversationOf(topic: string): string | undefined
}

/** `id` is one topic level: a conversation id that we gave out, or `+`. */
export function topicsBelow(base: string): Topics {
  const conversations = `${base}/conversations/`
  const of = (id: string, what: string) => `${conversations}${id}/${what}`
  return {
    status: `${base}/status`,
    lastMessage: `${base}/last_message`,
    received: `${base}/received`,
    message: (id) => of(id, 'message'),
    send: (id) => of(id, 'send'),
    sent: (id) => of(id, 'sent'),
    isMessage: (topic) => topic.startsWith(conversations) && topic.endsWith('/message'),
    conversationOf(topic) {
      const [id, what, ...more] = topic.startsWith(conversations) ? topic.slice(conversations.length).split('/') : []
      return id !== '' && what === 'send' && more.length === 0 ? id : undefined
    },
  }
}
