// Chinese small talk.

import type { Language } from './language.ts'

export const chinese: Language = {
  code: 'zh',
  givenNames: ['雨桐', '思远', '若溪', '明轩', '静怡', '子墨', '晓晨'],
  familyNames: ['欧阳', '司徒', '林', '沈', '顾', '白'],
  familyFirst: true,
  sentences: [
    '今天{time}在{place}见面可以吗?',
    '我晚到{n}分钟,不好意思',
    '晚上想吃{food},你呢?',
    '生日快乐!🎂',
    '你把{thing}忘在我这里了',
    '周末一起去{place}吧',
    '照片拍得真好看',
  ],
  answers: ['好的', '没问题', '哈哈哈', '马上到', '我看一下再告诉你', '谢谢!', '那就{time}吧'],
  slots: {
    food: ['饺子', '火锅', '面条', '小笼包'],
    thing: ['雨伞', '充电器', '钥匙', '围巾'],
    place: ['公园', '图书馆', '地铁站', '博物馆'],
  },
  groupNames: ['周末爬山群', '家人群'],
}
