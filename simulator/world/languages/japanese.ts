// Japanese small talk.

import type { Language } from './language.ts'

export const japanese: Language = {
  code: 'ja',
  givenNames: ['紬', '湊', '芽依', '蓮', '千尋', '奏太'],
  familyNames: ['小鳥遊', '月島', '早乙女', '桜庭', '水無月'],
  familyFirst: true,
  sentences: [
    '今日{time}に{place}で待ち合わせでいい?',
    '電車が遅れてて、{n}分くらい遅れそうです🙇',
    '夕飯は{food}にしようと思うけどどう?',
    'お誕生日おめでとう!🎉',
    '{thing}忘れていったよ',
    '写真ありがとう、すごくきれいだね',
  ],
  answers: ['了解です', 'ありがとう!', '今向かってます', '大丈夫だよ', 'いいね、行こう', '{time}はどう?', '笑'],
  slots: {
    food: ['カレー', '鍋', 'お好み焼き', 'うどん'],
    thing: ['傘', '充電器', '本', '帽子'],
    place: ['駅前', '図書館', '公園', '映画館'],
  },
  groupNames: ['町内会', '登山サークル⛰️'],
}
