import { expect, it } from 'vitest'
import { type CardKnowledge, characterOf, knowledgeOf } from './card-knowledge.ts'
import { type Fact, relationOf, valueText } from './facts.ts'
import { proseFacts } from './prose-facts.ts'
import { passageOf } from './sentences.ts'
import { structureOf } from './structure.ts'

const known = world({
  'Characters/ines.md': ['# Ines Varga', 'Aliases: the keeper', 'Pronouns: she/her', 'Eyes: gray'],
  'Characters/tobin.md': ['# Tobin Ash', 'Pronouns: he/him', 'Ferry: the Merrin', 'Family: Ines Varga (cousin)'],
  'Characters/wren.md': ['# Wren', 'Pronouns: they/them'],
  'Technology/bell.md': ['# The Low Bell', 'Material: bronze', 'Cast: 1871'],
  'Locations/house.md': ['# The Bell House', 'Steps: 112', '**Height:** 90 feet'],
  'Lore/law.md': ['# Fog Law', 'Interval: every four minutes', '', 'The law is old.'],
  'Events/fog.md': ['# The Long Fog', '| When | autumn 1902 |'],
})

it.each([
  ['Ines’s tired gray eyes closed.', 'Ines Varga eye_color gray 0.95'],
  ["Ines's eyes were a pale green.", 'Ines Varga eye_color green 0.95'],
  ['Tobin, who had dark brown eyes, laughed.', 'Tobin Ash eye_color brown 0.95'],
  ['Only gray-eyed Ines stayed.', 'Ines Varga eye_color gray 0.95'],
  ['Tobin, tall and brown-eyed, stayed.', 'Tobin Ash eye_color brown 0.95'],
  ['Ines pinned up her golden braids.', 'Ines Varga hair_color gold 0.8'],
  ['Tobin stroked his grey beard.', 'Tobin Ash hair_color gray 0.8'],
  ['Ines was left-handed.', 'Ines Varga handedness left 0.95'],
  ['Tobin had it in his left hand, the one he wrote with.', 'Tobin Ash handedness left 0.8'],
  ['Tobin always signed with his left hand.', 'Tobin Ash handedness left 0.8'],
  ["Ines's good hand, the right, was burnt.", 'Ines Varga handedness right 0.95'],
  ['Ines was thirty-four.', 'Ines Varga age 34 0.9'],
  ['Ines is 34 years older than the boat.', 'Ines Varga age 34 0.9'],
  ['The forty-year-old Tobin slept.', 'Tobin Ash age 40 0.9'],
  ['At 34, Ines rang.', 'Ines Varga age 34 0.9'],
  ['Ines, aged 34, rang.', 'Ines Varga age 34 0.9'],
  ['Tobin was born here in 1861.', 'Tobin Ash birth_year 1861 0.9'],
  ['He touched the cold iron bell.', 'The Low Bell material iron 0.75'],
  ['The Low Bell was cast of brass.', 'The Low Bell material brass 0.9'],
  ['The Low Bell was cast by strangers in 1880.', 'The Low Bell made_year 1880 0.9'],
  ['The Long Fog, in the spring of 1902, took many.', 'The Long Fog date spring 1902 0.9'],
  ['Since the Long Fog of 1903 they rang.', 'The Long Fog date 1903 0.9'],
  ['By Fog Law it rings every six minutes.', 'Fog Law interval 6 minutes 0.9'],
  ['The law wants it every six minutes.', 'Fog Law interval 6 minutes 0.7'],
  ['They kept Fog Law. It rang every six minutes.', 'Fog Law interval 6 minutes 0.6'],
  ['There were 98 steps. It was the Bell House.', 'The Bell House count:steps 98 0.85'],
  ['One hundred wet steps led up the Bell House.', 'The Bell House count:steps 100 0.85'],
  ['The Bell House rose thirty yards.', 'The Bell House measure:height 30 yards 0.8'],
  ['Tobin drowned.', 'Tobin Ash vital dead 0.8'],
  ['They missed the late Tobin Ash.', 'Tobin Ash vital dead 0.8'],
  ['Ines walked on.', 'Ines Varga vital alive 0.55'],
  ["Tobin's sister Ines waved.", 'Tobin Ash kin:Ines Varga sister 0.95'],
  ['Ines, his cousin, waved.', 'none'],
  ["Ines, Tobin's cousin, waved.", 'Tobin Ash kin:Ines Varga cousin 0.95'],
  ['The gray sea knocked.', 'none'],
  ['"That bell is gold to us," she said.', 'none'],
  ['They built in 1902.', 'none'],
])('facts in prose %s', (text, expected) => {
  expect(said(text)).toEqual(expected === 'none' ? [] : [expected])
})

it('a fact in prose is found on the line that holds it, with the part of its sentence there', () => {
  const [fact] = factsOf('Ines pushed the hair out\nof her green eyes and ran on. Then rain.')
  expect(fact?.part).toEqual({ line: 2, start: 0, end: 29 })
  expect(fact?.at).toBe(3)
})

it.each([
  ['Ines rubbed her gray eyes.', null, 0.8],
  ['Ines sat. Rain fell. It was late. Her gray eyes closed.', null, 0.65],
  ['Ines sat. A. Then b. Then c. Then d. Her gray eyes closed.', null, undefined],
  ['Her gray eyes closed.', 'Ines', 0.6],
  ['Her gray eyes closed.', 'Tobin', undefined],
  ['My gray eyes closed.', 'Ines', 0.8],
  ['My gray eyes closed.', null, undefined],
  ['Tobin saw her gray eyes.', null, undefined],
  ['Wren rubbed their gray eyes.', null, 0.8],
  ['Ines met Tobin and rubbed her gray eyes.', null, 0.8],
  ['"Ines rubbed her gray eyes," he said.', null, 0.64],
  ['Perhaps Ines rubbed her gray eyes.', null, 0.4],
  ["Ines's eyes were not gray.", null, 0.475],
  ["They didn't say whether Ines had gray eyes.", null, 0.475],
])('owners %s in a scene narrated by %s', (text, pov, confidence) => {
  const [fact] = factsOf(text, pov).filter(each => each.attribute === 'eye_color')
  if (confidence === undefined) expect(fact).toBeUndefined()
  else expect(fact?.confidence).toBeCloseTo(confidence)
})

it('facts of cards come from every spelling of a pair', () => {
  const cards = world({
    'Characters/a.md': [
      '---',
      'age: 34',
      '---',
      '# Ada',
      '- **Eyes**: pale gray',
      '**Hair:** auburn',
      '| Born | 1861 |',
    ],
    'Characters/b.md': ['# Bo', 'Mother: Ada', 'Status: deceased', 'Motto: ring on, Merrin'],
  })
  expect(cards.cards.flatMap(card => card.facts.map(line))).toEqual([
    'Ada age 34 1',
    'Ada eye_color gray 1',
    'Ada hair_color auburn 1',
    'Ada birth_year 1861 1',
    'Bo kin:Ada mother 1',
    'Bo vital dead 1',
    'Bo motto ring on, Merrin 1',
  ])
  expect(cards.tokens.has('Merrin')).toBe(true)
})

it('facts of a card come from its prose, too, and are about the card where no one else is named', () => {
  const cards = world({
    'Characters/a.md': ['# Ada', 'Pronouns: she/her', '', 'Her eyes are green, and she is right-handed.'],
  })
  expect(cards.cards[0]?.facts.map(line)).toEqual(['Ada eye_color green 0.8', 'Ada handedness right 0.8'])
})

it('facts of cards call characters by the words that belong to one of them only, and guess what is not said', () => {
  const cards = world({
    'Characters/a.md': ['# Ada Quill', '', 'She rang. Her hands hurt.'],
    'Characters/b.md': ['# Bo Quill', 'Pronouns: he/him'],
    'Locations/c.md': ['# The Old Mole', '', 'Hardness: hard'],
  })
  expect(cards.cards.map(({ entity }) => [entity.names, entity.gender, entity.hardness])).toEqual([
    [['Ada Quill', 'Ada'], 'f', 'soft'],
    [['Bo Quill'], 'm', 'soft'],
    [['The Old Mole', 'Old Mole'], null, 'hard'],
  ])
})

it.each([
  ["Ines's gray eyes. Ines's grey eyes.", 'match'],
  ["Ines's gray eyes. Ines's silver eyes.", 'uncertain'],
  ["Ines's gray eyes. Ines's green eyes.", 'contradiction'],
  ["Ines's gray hair. Ines's green hair.", 'uncertain'],
  ['Ines was 34. Ines was 35.', 'uncertain'],
  ['Ines was 34. Ines was 36.', 'contradiction'],
  ["Tobin's sister Ines. Tobin's twin Ines.", 'uncertain'],
  ["Tobin's sister Ines. Tobin's cousin Ines.", 'contradiction'],
  ['The Long Fog of 1902. The Long Fog of spring 1902.', 'match'],
  ['The Long Fog of autumn 1902. The Long Fog of spring 1902.', 'contradiction'],
  ['Fog Law, every 4 minutes. Fog Law, every 240 seconds.', 'match'],
  ['The bronze bell. The brass bell.', 'uncertain'],
  ['The bronze bell. The iron bell.', 'contradiction'],
])('facts are compared: %s', (text, relation) => {
  const [a, b] = factsOf(text)
  if (!a || !b) throw new Error('Two facts are said.')
  expect(relationOf(a, b)).toBe(relation)
})

function world(files: { [path: string]: string[] }): CardKnowledge {
  const texts = Object.entries(files).map(([path, lines]) => ({
    path: `Compendium/${path}`,
    category: path.split('/')[0] ?? '',
    title: (lines.find(each => each.startsWith('# ')) ?? '').slice(2),
    lines,
  }))
  return knowledgeOf(texts, new Map())
}

function factsOf(text: string, pov: string | null = null): Fact[] {
  const passages = structureOf(text.split('\n')).blocks.map(block => passageOf(block, known.names))
  return proseFacts(passages, { path: 'scene', narrator: characterOf(known, pov), subject: null }, known.comparable)
}

function said(text: string): string[] {
  return factsOf(text).map(line)
}

function line({ entity, attribute, value, confidence }: Fact): string {
  return `${entity.title} ${attribute} ${valueText(value)} ${Number(confidence.toFixed(3))}`
}
