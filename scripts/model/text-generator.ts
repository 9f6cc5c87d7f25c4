import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { seededRandom } from '../../bench/harness/random.ts'
import { isWhole, type Place, startOf } from './grammar.ts'
import { begin, end, openTokenizer } from './tokenizer.ts'
import { openTransformer, softmax } from './transformer.ts'
import { fitting, vocabularyTree } from './vocabulary-tree.ts'

interface Wanted {
  prompt: string
  temperature: number
  maxTokens: number
  /** Only texts that fit it are generated. */
  schema?: object
  signal: AbortSignal
}

export interface Generated {
  text: string
  finish: 'stop' | 'length'
  promptTokens: number
  tokens: number
  milliseconds: number
}

export interface TextGenerator {
  context: number
  generate(wanted: Wanted, onPiece: (piece: string) => void): Promise<Generated>
}

/** Only the end of a prompt is used: the model sees 256 tokens and needs room to answer. */
export const promptTokens = 80
const promptLetters = 400

export function openTextGenerator(file: string): TextGenerator {
  const { transformer, rest } = openTransformer(file)
  const { pieces, encode } = openTokenizer(rest, 32_000)
  const tree = vocabularyTree(pieces)
  const random = seededRandom(2026)

  async function generate(
    { prompt, temperature, maxTokens, schema, signal }: Wanted,
    onPiece: (piece: string) => void,
  ) {
    const started = performance.now()
    const shown = [begin, ...encode(prompt.slice(-promptLetters)).slice(-promptTokens)]
    transformer.restart()
    for (const token of shown.slice(0, -1)) {
      transformer.next(token, false)
      await yieldToEventLoop()
    }
    let place: Place | undefined = schema && startOf(schema)
    let token = shown.at(-1) ?? begin
    let text = ''
    let tokens = 0
    const most = Math.min(maxTokens, transformer.context - shown.length)
    const done = (finish: Generated['finish']): Generated => ({
      text,
      finish,
      promptTokens: shown.length,
      tokens,
      milliseconds: performance.now() - started,
    })
    while (tokens < most) {
      signal.throwIfAborted()
      const scores = transformer.next(token, true) ?? new Float32Array()
      const open = place && fitting(tree, place)
      if (open?.size === 0) return done('stop')
      token = chosen(scores, open ? [...open.keys()] : undefined, temperature, random)
      tokens++
      if (token === end || token === begin) return done('stop')
      place = open?.get(token)
      const piece = text === '' ? (pieces[token] ?? '').trimStart() : (pieces[token] ?? '')
      text += piece
      if (piece) onPiece(piece)
      if (place && isWhole(place)) return done('stop')
      await yieldToEventLoop()
    }
    return done('length')
  }

  return { context: transformer.context, generate }
}

/** Samples one of the allowed tokens by its score; at temperature 0 the best one. */
function chosen(
  scores: Float32Array,
  allowed: readonly number[] | undefined,
  temperature: number,
  random: () => number,
): number {
  const among = allowed ?? Array.from(scores.keys())
  const shares = Float32Array.from(among, token => (scores[token] ?? 0) / Math.max(temperature, 0.01))
  softmax(shares)
  let left = random()
  for (const [index, token] of among.entries()) {
    left -= shares[index] ?? 0
    if (left <= 0) return token
  }
  return among.at(-1) ?? end
}
