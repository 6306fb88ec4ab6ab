/** The component that marks single messages. It is loaded later than they are. */
import type { ComponentType } from 'react'
import { create } from 'zustand'
import type { Message } from '../../../../src/contract/message.ts'

export const useBubbleMark = create<{ Mark?: ComponentType<{ message: Message }> }>(() => ({}))
