import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = new URL('../../assets/room-sample/', import.meta.url)
const textOf = (path: string) => readFileSync(new URL(path, root), 'utf8')
const linesOf = (path: string) => textOf(path).split('\n')
const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0

const scenes: [name: string, pov: string, sentences: string[]][] = [
  [
    'SCN-01-the-keeper.md',
    'Ines',
    [
      'Ines counted the stairs by the sound of them.',
      'Ninety-eight steps stood between the door of the Bell House and the rope, and the gray sea knocked under every one.',
    ],
  ],
  [
    'SCN-02-the-missed-ferry.md',
    'Tobin',
    [
      'By Fog Law the bell should speak every six minutes.',
      'Tobin rubbed his brown eyes and steered for the sound that was not there.',
      'Tobin held the Merrin off the bar and listened.',
    ],
  ],
  [
    'SCN-03-the-council-room.md',
    'Edda',
    [
      'Nobody in the room had forgotten the Long Fog, in the spring of 1902, or the eleven names it took.',
      '"That bell is gold to us," she said, "and we have let one woman carry it."',
    ],
  ],
  [
    'SCN-04-the-causeway.md',
    'Ines',
    [
      'Ines pushed the hair out of her green eyes and walked faster.',
      'If she had been right-handed she would have dropped the lamp.',
    ],
  ],
  [
    'SCN-05-the-crack.md',
    'Tobin',
    [
      'Tobin left the Marrin at the steps and climbed.',
      "The crack ran a hand's width up the iron bell.",
      'Tobin laid his palm flat beside the crack. It was warm, and his sister Ines was standing on the other side of it.',
    ],
  ],
  [
    'SCN-06-the-low-bell.md',
    'Ines',
    [
      'Ines did not wait for the council. She took the rope in her right hand, the one she wrote with, and leaned back until the old weight moved.',
    ],
  ],
]

const cards: [path: string, keyLines: string[]][] = [
  [
    'Characters/CHAR-ines-varga.md',
    [
      '# Ines Varga',
      'Aliases: the keeper',
      'Pronouns: she/her',
      'Role: bell keeper',
      'Eyes: gray',
      'Handedness: left-handed',
      'Age: 34',
      'Hardness: hard',
    ],
  ],
  [
    'Characters/CHAR-tobin-ash.md',
    ['# Tobin Ash', 'Pronouns: he/him', 'Eyes: brown', 'Ferry: the Merrin', 'Family: Ines Varga (cousin)'],
  ],
  [
    'Characters/CHAR-edda-quill.md',
    ['# Edda Quill', 'Pronouns: she/her', 'Role: chair of the harbor council', 'Age: 61'],
  ],
  ['Locations/LOC-bell-house.md', ['# The Bell House', 'Steps: 112']],
  ['Locations/LOC-causeway.md', ['# The Causeway', 'Length: two miles']],
  ['Technology/TECH-low-bell.md', ['# The Low Bell', 'Material: bronze', 'Cast: 1871']],
  ['Lore/CONCEPT-fog-law.md', ['# Fog Law', 'Interval: every four minutes', 'Hardness: hard']],
  ['Events/EVENT-long-fog.md', ['# The Long Fog', 'Date: autumn 1902']],
]

it('The Low Bell has these files and no others', () => {
  const found = readdirSync(fileURLToPath(root), { recursive: true, encoding: 'utf8' }).filter(path =>
    path.endsWith('.md'),
  )
  const expected = [
    'Story/SCN-outline.md',
    ...scenes.map(([name]) => `Story/Scenes/${name}`),
    ...cards.map(([path]) => `Compendium/${path}`),
  ]
  expect(found.map(path => path.replaceAll('\\', '/')).sort()).toEqual(expected.sort())
})

it.each(scenes)(
  'The Low Bell has %s with its front matter, its length and its required sentences',
  (name, pov, sentences) => {
    const lines = linesOf(`Story/Scenes/${name}`)
    const number = Number(name.slice(4, 6))
    expect(lines.slice(0, 5)).toEqual([
      '---',
      `scene: ${number}`,
      expect.stringMatching(/^title: /),
      `pov: ${pov}`,
      '---',
    ])
    const words = wordsOf(lines.slice(6).join('\n'))
    expect(words).toBeGreaterThanOrEqual(350)
    expect(words).toBeLessThanOrEqual(700)
    for (const sentence of sentences) expect(lines.filter(line => line.includes(sentence))).toHaveLength(1)
  },
)

it.each(cards)('The Low Bell keeps the key lines of %s and a little prose', (path, keyLines) => {
  const lines = linesOf(`Compendium/${path}`)
  const prose = lines.filter(line => line !== '' && !keyLines.includes(line))
  expect(lines.filter(line => keyLines.includes(line))).toEqual(keyLines)
  expect(prose.filter(line => line.includes(':'))).toEqual([])
  const words = wordsOf(prose.join('\n'))
  expect(words).toBeGreaterThanOrEqual(60)
  expect(words).toBeLessThanOrEqual(150)
})

it('The Low Bell opens with three issues', () => {
  const { nextId, issues } = JSON.parse(textOf('issues.json'))
  expect(nextId).toBe(4)
  expect(issues).toMatchObject([
    { id: 1, status: 'open', priority: 'high', tags: ['canon', 'bell'], assignedTo: 'continuity' },
    { id: 2, status: 'open', priority: 'normal', tags: ['outline'] },
    { id: 3, status: 'closed', priority: 'low', tags: ['style'], epistemicStatus: 'agreed' },
  ])
})
