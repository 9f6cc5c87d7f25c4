import { Fault } from '../../kernel/fault.ts'
import { aliases, keyOf, strippedKey } from './key.ts'
import { type LibraryPrompt, layerNames } from './library.ts'

/** What an instruction means. */
export type Instruction =
  | { kind: 'none' }
  | { kind: 'prompt'; prompt: LibraryPrompt }
  | { kind: 'literal'; text: string }
  | { kind: 'unknown'; text: string }

/** Exact before alias, alias before literal text, literal text before guesses; a guess must be the only one. */
export function resolveInstruction(prompts: readonly LibraryPrompt[], instruction: string): Instruction {
  if (instruction.trim() === '') return { kind: 'none' }
  const key = keyOf(instruction)
  const named = promptFor(prompts, key, instruction)
  if (named) return { kind: 'prompt', prompt: named }
  const alias = aliases.get(key)
  const aliased = alias && promptFor(prompts, alias, alias)
  if (aliased) return { kind: 'prompt', prompt: aliased }
  if (/\s/.test(instruction)) return { kind: 'literal', text: instruction }
  const guess = only(instruction, key.length < 3 ? [] : prompts.filter(prompt => prompt.key.startsWith(key)))
  const worded = guess ?? only(instruction, key ? prompts.filter(prompt => hasWords(prompt.key, key)) : [])
  return worded ? { kind: 'prompt', prompt: worded } : { kind: 'unknown', text: instruction }
}

function promptFor(prompts: readonly LibraryPrompt[], key: string, name: string): LibraryPrompt | undefined {
  for (const layer of layerNames) {
    const here = prompts.filter(prompt => prompt.layer === layer)
    const found =
      here.find(prompt => prompt.key === key) ??
      here.find(prompt => prompt.name.toLowerCase() === name.toLowerCase()) ??
      here.find(prompt => strippedKey(prompt.key) === key)
    if (found) return found
  }
  return undefined
}

function hasWords(key: string, words: string): boolean {
  return `-${key}-`.includes(`-${words}-`)
}

function only(instruction: string, candidates: LibraryPrompt[]): LibraryPrompt | undefined {
  if (candidates.length < 2) return candidates[0]
  throw new Fault('INSTRUCTION_AMBIGUOUS', 'Several prompts fit the instruction.', {
    details: { instruction, candidates: candidates.map(({ key }) => key) },
  })
}
