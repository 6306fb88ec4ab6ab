// Thai small talk, written without spaces between words.

import type { Language } from './language.ts'

export const thai: Language = {
  code: 'th',
  givenNames: ['ปรียา', 'ธนา', 'มะลิ', 'กานต์', 'น้ำฝน'],
  familyNames: ['ศรีสุข', 'ทองดี', 'วงศ์งาม'],
  sentences: [
    'เจอกัน{time}ที่{place}นะ',
    'ขอโทษนะ จะไปสาย{n}นาที',
    'เย็นนี้กิน{food}กันไหม',
    'สุขสันต์วันเกิดนะ 🎂',
    'ลืม{thing}ไว้ที่บ้านเรา',
  ],
  answers: ['ได้เลย', 'โอเคค่ะ', '555', 'กำลังไป', 'ขอบคุณนะ 🙏'],
  slots: {
    food: ['ส้มตำ', 'ข้าวมันไก่', 'ก๋วยเตี๋ยว'],
    thing: ['ร่ม', 'ที่ชาร์จ', 'กุญแจ'],
    place: ['สถานี', 'ตลาด', 'ห้องสมุด'],
  },
  groupNames: ['ครอบครัว', 'ทริปทะเล'],
}
