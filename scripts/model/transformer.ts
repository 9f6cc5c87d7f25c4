import { readFileSync } from 'node:fs'

/** A language model, one token at a time; it keeps its context until it is reset. */
export interface Transformer {
  /** How many tokens it can see. */
  context: number
  restart(): void
  /** Adds the next token; the scores of all tokens are computed only on request. */
  next(token: number, wantsScores: boolean): Float32Array | undefined
}

interface Layer {
  beforeAttention: Float32Array
  query: Float32Array
  key: Float32Array
  value: Float32Array
  output: Float32Array
  beforeFeed: Float32Array
  gate: Float32Array
  down: Float32Array
  up: Float32Array
  /** What was seen, a row per position. */
  keys: Float32Array
  values: Float32Array
}

/** Reads a checkpoint of the llama2.c format with shared embeddings; what follows it in the file is handed back. */
export function openTransformer(file: string): { transformer: Transformer; rest: Buffer } {
  const bytes = readFileSync(file)
  let at = 0
  const take = (size: number) => {
    const start = bytes.byteOffset + at
    at += size * 4
    return bytes.buffer.slice(start, start + size * 4)
  }
  const [dim = 0, hidden = 0, layerCount = 0, heads = 0, , vocabulary = 0, context = 0] = new Int32Array(take(7))
  const rows = (size: number) => Array.from({ length: layerCount }, () => new Float32Array(take(size)))
  const embedding = new Float32Array(take(vocabulary * dim))
  const beforeAttention = rows(dim)
  const [query, key, value, output] = [rows(dim * dim), rows(dim * dim), rows(dim * dim), rows(dim * dim)]
  const beforeFeed = rows(dim)
  const [gate, down, up] = [rows(dim * hidden), rows(dim * hidden), rows(dim * hidden)]
  const last = new Float32Array(take(dim))
  // Cosines and sines of the positions, which are worked out here instead.
  take(context * (dim / heads))
  const parts = { beforeAttention, query, key, value, output, beforeFeed, gate, down, up }
  const layers = Array.from({ length: layerCount }, (_, index): Layer => {
    const own = (name: keyof typeof parts) => parts[name][index] ?? new Float32Array()
    return {
      beforeAttention: own('beforeAttention'),
      query: own('query'),
      key: own('key'),
      value: own('value'),
      output: own('output'),
      beforeFeed: own('beforeFeed'),
      gate: own('gate'),
      down: own('down'),
      up: own('up'),
      keys: new Float32Array(context * dim),
      values: new Float32Array(context * dim),
    }
  })
  return {
    transformer: running({ dim, hidden, heads, vocabulary, context, embedding, layers, last }),
    rest: bytes.subarray(at),
  }
}

interface Model {
  dim: number
  hidden: number
  heads: number
  vocabulary: number
  context: number
  embedding: Float32Array
  layers: readonly Layer[]
  last: Float32Array
}

function running({ dim, hidden, heads, vocabulary, context, embedding, layers, last }: Model): Transformer {
  const headSize = dim / heads
  const [x, normed, mixed, query] = [floats(dim), floats(dim), floats(dim), floats(dim)]
  const [gate, up] = [floats(hidden), floats(hidden)]
  const scores = floats(vocabulary)
  const weights = floats(context)
  let position = 0

  function attend(layer: Layer): void {
    const here = [position * dim, (position + 1) * dim] as const
    const [key, value] = [layer.keys.subarray(...here), layer.values.subarray(...here)]
    multiply(query, layer.query, normed)
    multiply(key, layer.key, normed)
    multiply(value, layer.value, normed)
    rotate(query, position, headSize)
    rotate(key, position, headSize)
    mixed.fill(0)
    for (let from = 0; from < dim; from += headSize) look(layer, from)
    multiply(normed, layer.output, mixed)
    for (let i = 0; i < dim; i++) x[i] = num(x, i) + num(normed, i)
  }

  /** One head looks at all positions so far. */
  function look({ keys, values }: Layer, from: number): void {
    const seen = weights.subarray(0, position + 1)
    for (let t = 0; t <= position; t++) {
      let sum = 0
      for (let i = from; i < from + headSize; i++) sum += num(query, i) * num(keys, t * dim + i)
      seen[t] = sum / Math.sqrt(headSize)
    }
    softmax(seen)
    for (let t = 0; t <= position; t++) {
      const weight = num(seen, t)
      for (let i = from; i < from + headSize; i++) mixed[i] = num(mixed, i) + weight * num(values, t * dim + i)
    }
  }

  function feed(layer: Layer): void {
    multiply(gate, layer.gate, normed)
    multiply(up, layer.up, normed)
    for (let i = 0; i < hidden; i++) gate[i] = (num(gate, i) / (1 + Math.exp(-num(gate, i)))) * num(up, i)
    multiply(normed, layer.down, gate)
    for (let i = 0; i < dim; i++) x[i] = num(x, i) + num(normed, i)
  }

  return {
    context,
    restart() {
      position = 0
    },
    next(token, wantsScores) {
      if (position >= context) throw new Error('The model cannot see that far.')
      x.set(embedding.subarray(token * dim, (token + 1) * dim))
      for (const layer of layers) {
        normalize(normed, x, layer.beforeAttention)
        attend(layer)
        normalize(normed, x, layer.beforeFeed)
        feed(layer)
      }
      position++
      if (!wantsScores) return undefined
      normalize(normed, x, last)
      multiply(scores, embedding, normed)
      return scores
    },
  }
}

export function softmax(values: Float32Array): void {
  const most = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  let sum = 0
  for (let i = 0; i < values.length; i++) {
    values[i] = Math.exp(num(values, i) - most)
    sum += num(values, i)
  }
  for (let i = 0; i < values.length; i++) values[i] = num(values, i) / sum
}

function floats(size: number): Float32Array {
  return new Float32Array(size)
}

/** Every index here is inside; the default only satisfies the compiler and costs nothing. */
function num(values: Float32Array, index: number): number {
  return values[index] ?? 0
}

function multiply(out: Float32Array, matrix: Float32Array, vector: Float32Array): void {
  const width = vector.length
  for (let row = 0, at = 0; row < out.length; row++, at += width) {
    let sum = 0
    for (let i = 0; i < width; i++) sum += num(matrix, at + i) * num(vector, i)
    out[row] = sum
  }
}

function normalize(out: Float32Array, values: Float32Array, weight: Float32Array): void {
  let squares = 0
  for (let i = 0; i < values.length; i++) squares += num(values, i) ** 2
  const scale = 1 / Math.sqrt(squares / values.length + 1e-5)
  for (let i = 0; i < values.length; i++) out[i] = num(weight, i) * num(values, i) * scale
}

/** Rotates each pair of a head by an angle that encodes the position. */
function rotate(values: Float32Array, position: number, headSize: number): void {
  for (let i = 0; i < values.length; i += 2) {
    const angle = position / 10_000 ** ((i % headSize) / headSize)
    const [cos, sin, a, b] = [Math.cos(angle), Math.sin(angle), num(values, i), num(values, i + 1)]
    values[i] = a * cos - b * sin
    values[i + 1] = a * sin + b * cos
  }
}
