// Arabic small talk, written from right to left.

import type { Language } from './language.ts'

export const arabic: Language = {
  code: 'ar',
  givenNames: ['ياسمين', 'زياد', 'لبنى', 'طارق', 'سلمى'],
  familyNames: ['النجار', 'الحداد', 'البستاني', 'الخياط'],
  sentences: [
    'هل نلتقي الساعة {time} عند {place}؟',
    'سأتأخر {n} دقائق، آسف',
    'ما رأيك في {food} على العشاء؟',
    'كل عام وأنت بخير! 🎂',
    'نسيت {thing} عندي في البيت',
    'الصور جميلة جدا، شكرا لك',
  ],
  answers: ['تمام', 'إن شاء الله', 'أنا في الطريق', 'شكرا ❤️', 'لا مشكلة', 'ههههه', 'الساعة {time} أفضل'],
  slots: {
    food: ['المقلوبة', 'الفلافل', 'الشوربة'],
    thing: ['المظلة', 'الشاحن', 'المفاتيح'],
    place: ['المكتبة', 'المحطة', 'الحديقة'],
  },
  groupNames: ['العائلة', 'رحلة الجمعة'],
}
