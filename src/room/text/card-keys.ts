import { isKinship } from './lexicon.ts'

/** Keys that say who a card is about; no facts. */
const identity = new Set(['aliases', 'alias', 'pronouns', 'hardness', 'title', 'name', 'tags', 'category'])

const attributes: { [key: string]: string } = {
  eyes: 'eye_color',
  'eye color': 'eye_color',
  'eye colour': 'eye_color',
  hair: 'hair_color',
  'hair color': 'hair_color',
  'hair colour': 'hair_color',
  hand: 'handedness',
  handedness: 'handedness',
  'dominant hand': 'handedness',
  age: 'age',
  born: 'birth_year',
  'birth year': 'birth_year',
  material: 'material',
  'made of': 'material',
  cast: 'made_year',
  built: 'made_year',
  made: 'made_year',
  founded: 'made_year',
  date: 'date',
  when: 'date',
  year: 'date',
  interval: 'interval',
  every: 'interval',
  frequency: 'interval',
  status: 'vital',
  alive: 'vital',
  family: 'kin',
  relations: 'kin',
}

export function attributeOfKey(key: string): string | undefined {
  return Object.hasOwn(attributes, key) ? attributes[key] : isKinship(key) ? 'kin' : undefined
}

export function saysWho(key: string): boolean {
  return identity.has(key)
}
