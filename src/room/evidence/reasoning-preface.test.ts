import { expect, it } from 'vitest'
import { showsReasoning } from './reasoning-preface.ts'

const shows = (reply: string, added: string[] = []) => showsReasoning(reply, reply, added)

it.each([
  ['what is said to oneself', 'Okay, let me think about the gate.'],
  ['a look at who asked', 'The user asks about the gate.'],
  ['a label', 'Thought: the gate is open.'],
  ['a heading', '### Step-by-step analysis of the request\n\nThe gate is open.'],
  ['a sound', 'Hmm, the gate is open.'],
  ['a correction', 'No, wait. The gate is in scene 2.'],
  ['an intention', 'I will open the scene with the gate and look for a quote.'],
  ['a note without a subject', 'Need one quote about the gate.'],
  ['rules of the answer', 'The reply must not be longer than two sentences.'],
  ['a question to oneself', 'Which of these do I cite?'],
  ['several weak signs together', 'If I cite the card, the check will pass.'],
  ['the second sentence', 'Right. Let me look at the card.'],
  ['a mark of hidden thinking anywhere', 'The gate is open.</thought>'],
  ['German', 'Ich muss zuerst die Szene lesen.'],
  ['French', "D'accord, je dois trouver la citation."],
  ['Spanish', 'Tengo que buscar la cita.'],
])('reasoning in front of a reply is recognised by %s', (_, reply) => expect(shows(reply)).toBe(true))

it.each([
  ['an order of points', 'First, the gate: Tomas sleeps on it.'],
  ['a report of what was done', 'I read scenes 2 and 4: the gate is open in both.'],
  ['advice', 'I recommend that the gate stays shut.'],
  ['an offer', 'Let me know if the gate should stay.'],
  ['a wish of a reader', 'I want to see the gate from inside.'],
  ['things of the story that have such names', 'The plan of the miller is a question of time.'],
  ['a thought that somebody else has', 'Wren says "Okay, let me think" once too often.'],
  ['advice in German', 'Ich muss sagen, das Tor stört.'],
])('reasoning in front of a reply is not %s', (_, reply) => expect(shows(reply)).toBe(false))

it('reasoning in front of a reply is recognised by prefixes of the room too', () => {
  expect(shows('Pondering deeply. The gate is open.')).toBe(false)
  expect(shows('**Pondering deeply.** The gate is open.', ['pondering'])).toBe(true)
})
