import { expect, it } from 'vitest'
import { accessRequests } from '../../src/room/evidence/verdict.ts'
import { Settings } from '../../src/room/workspace/settings.ts'
import { openRoom } from './evidence-room.ts'

const scene = 'Story/Scenes/SCN-01-the-keeper.md'
const room = openRoom({
  'Story/SCN-outline.md': '# Bell\n\n## Scene 1: The Keeper\n\nInes counts.\n\n## Scene 5: The Crack\n',
  [scene]: '---\nscene: 1\n---\n# The Keeper\n\nInes counted.\n\n## 7. At the Door\n\nThe sea knocked.\nTwice.\n',
  'Story/Scenes/SCN-02-x.md': 'The tide was out.\n',
})

async function outcome(body: string, role = 'dramaturg'): Promise<string> {
  const { status, kind, reason, detail } = await room.check(`Evidence: ${body}`, { role })
  return status === 'accepted' ? (kind ?? '') : [reason, detail].filter(Boolean).join(' ')
}

it.each([
  [`${scene} lines 6-8`, 'structural'],
  [`${scene} line 5`, `location-out-of-range ${scene}:5`],
  [`${scene} lines 10-12`, `location-out-of-range ${scene}:10`],
  [`${scene} line 0`, `location-out-of-range ${scene}:0`],
  [`${scene} lines 8-6`, `location-out-of-range ${scene}:8`],
  [`${scene} paragraphs 1-2`, 'structural'],
  [`${scene} paragraph 3`, `location-out-of-range ${scene}`],
  [`${scene} section 2`, 'structural'],
  [`${scene} section 7`, 'structural'],
  [`${scene} section 3`, `location-out-of-range ${scene}`],
  [`${scene} section "at the door"`, 'structural'],
  [`${scene} heading “The Window”`, `location-out-of-range ${scene}`],
  ['outline entry 2', 'structural'],
  ['outline scene 5', 'structural'],
  ['outline entries 1–2', 'structural'],
  ['outline entry 3', 'location-out-of-range Story/SCN-outline.md'],
  ['outline entry "The Crack"', 'structural'],
  ['line 3', 'missing-file no-file'],
  ['SCN-zz.md line 3', 'missing-file file_not_found'],
  [`[structural] ${scene} line 6: "Ines counted."`, 'structural'],
  [`[structural] ${scene} line 6: "Ines was counting."`, 'quote-not-found absent'],
])('A structural claim: %s', async (body, expected) => {
  expect(await outcome(body)).toBe(expected)
})

it.each([
  ['I checked scenes 1 to 2 and found no mention of "dragon"', 'absence'],
  ['I checked scenes 1 to 2 and found no mention of "tide"', 'absence-contradicted Story/Scenes/SCN-02-x.md:1'],
  ['I checked scene 1 and found no mention of "tide"', 'absence'],
  ['I checked scenes 1, 2 and found no "SEA"', `absence-contradicted ${scene}:10`],
  ['I checked scenes 1–3 and found nothing', 'missing-scope unknown-scene:3'],
  ['I checked the outline and scenes 1–2 and found no "tide"', 'absence-contradicted Story/Scenes/SCN-02-x.md:1'],
  ['I checked Story/Scenes/ and found no "knock"', 'absence'],
  ['[absence] the whole outline: no "dragon"', 'absence'],
  ['I need to check Compendium/ and request it', 'missing-scope'],
  ['I need to check CHAR-x.md, a request', 'access'],
  ['ACCESS REQUEST: all scenes', 'access'],
])('A claim of absence or a request: %s', async (body, expected) => {
  expect(await outcome(body)).toBe(expected)
})

it('An accepted request says what it asks to see', async () => {
  const { evidence } = await room.check('Evidence: ACCESS_REQUEST: CHAR-x.md and SCN-02-x.md')
  expect(evidence && accessRequests(evidence)).toEqual(['CHAR-x.md', 'Story/Scenes/SCN-02-x.md'])
})

it('Settings add openings that give reasoning away', async () => {
  const settings = { ...Settings.parse({}).evidence, cotPrefixes: ['Dear reader, so', ' '] }
  const reply = `# dear reader, so it goes\nEvidence: ${scene} line 6`
  expect(await room.check(reply, { settings })).toMatchObject({ reason: 'cot-leak' })
  expect(await room.check(reply)).toMatchObject({ status: 'accepted' })
})

it('Settings add words that make a claim one about content', async () => {
  const settings = { ...Settings.parse({}).evidence, contentMarkers: ['weakness', ''] }
  const reply = (word: string) => `A ${word}.\nEvidence: ${scene} line 6`
  expect(await room.check(reply('Weakness'), { settings })).toMatchObject({ reason: 'missing-quote' })
  expect(await room.check(reply('weaknesses'), { settings })).toMatchObject({ status: 'accepted' })
  expect(await room.check(reply('SUGGESTION'))).toMatchObject({ reason: 'missing-quote' })
  expect(await room.check(reply('problematic'))).toMatchObject({ status: 'accepted' })
})
