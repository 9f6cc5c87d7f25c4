import { sample } from '../../harness/random.ts'

export const encodings = ['ASCII', 'CJK', 'emoji', 'CRLF'] as const
export type Encoding = (typeof encodings)[number]

/** A line of invented prose; every line of a file differs from every other, so that its place is unambiguous. */
export function proseLine(encoding: Encoding, random: () => number): string {
  if (encoding === 'CJK') return cjkLine(random)
  const words = sample(english, 10, random).map(word =>
    random() < 0.1 ? pick([`${word}’s`, `${word}—`], random) : word,
  )
  const line = [...words.slice(0, 4), number(random), ...words.slice(4)].join(' ')
  const decorated = random() < 0.3 ? line.replace(words[2] ?? '', `*${words[2]}*`) : line
  return `${encoding === 'emoji' ? withEmoji(decorated, random) : decorated}.`
}

/** Other words of the same kind that no file contains. */
export function foreignWord(encoding: Encoding, random: () => number): string {
  return pick(encoding === 'CJK' ? foreignHan : foreignEnglish, random)
}

export function pick<T>(values: readonly T[], random: () => number): T {
  const value = values[Math.floor(random() * values.length)]
  if (value === undefined) throw new Error('There is nothing to pick from.')
  return value
}

function number(random: () => number): string {
  return String(100 + Math.floor(random() * 9000))
}

function cjkLine(random: () => number): string {
  const parts = sample(han, 8, random)
  return `${parts.slice(0, 4).join('')}${number(random)}${parts.slice(4).join('')}。`
}

function withEmoji(line: string, random: () => number): string {
  const words = line.split(' ')
  for (const emoji of sample(emojis, 3, random)) words.splice(1 + Math.floor(random() * words.length), 0, emoji)
  return words.join(' ')
}

const english =
  `the keeper counted stairs under gray water while harbor lamps burned low and every rope lay wet against cold iron
  nobody spoke until morning came over slow tide with fog that held boats near their old stone quay where children
  waited for bread from town since winter had closed all roads between hills she carried letters through wind or rain
  because her brother could not read them without glasses he had lost beside broken causeway last autumn`.split(/\s+/)
const foreignEnglish =
  'zeppelin marzipan quasar obelisk tundra kumquat vortex saxophone gondola pharaoh jaguar origami'.split(' ')
const han =
  '灯塔 守夜人 数着 台阶 海水 灰色 绳索 潮湿 清晨 雾气 渔船 石头 码头 孩子们 面包 冬天 道路 山丘 书信 风雨 兄弟 眼镜 堤道 秋天 钟声 沉默 议会 铁锈 左手 慢慢'.split(
    ' ',
  )
const foreignHan = '飞艇 骆驼 金字塔 萨克斯 沙漠 折纸 法老 美洲豹 极光 恐龙 香蕉 火箭'.split(' ')
const emojis = ['🌊', '🔔', '👩‍🚀', '🇫🇷', '👍🏽', '🕯️', '🐚', '🧭']
