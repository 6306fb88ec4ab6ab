/** The topics below the base. */

export interface Topics {
  /** `online` or `offline`. */
  status: string
  lastMessage: string
  received: string
  message(conversationId: string): string
  /** What is published there is sent. */
  send(conversationId: string): string
  /** What became of it. */
  sent(conversationId: string): string
  isMessage(topic: string): boolean
  /** Which conversation is meant, when it is a topic to send by. */
  conversationOf(topic: string): string | undefined
}

/** One level: a conversation id that we gave out, or `+`. */
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
