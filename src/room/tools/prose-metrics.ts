import { groupBy } from '../../kernel/group.ts'
import { median, roundTo } from '../text/numbers.ts'
import { type LinePart, partQuote } from '../text/places.ts'
import { isStopword } from '../text/words.ts'
import { type Prose, type ProseSentence, type ProseWord, partAround } from './prose-sentences.ts'

/** Something worth a remark, with its place. */
export interface Remark {
  code: string
  part: LinePart
  at: number
  endLine: number
  value: number
  note: string
}

export interface Measured {
  metrics: object
  remarks: Remark[]
}

export function basicMetrics({ paragraphs, sentences, words }: Prose): object {
  return {
    word_count: words.length,
    sentence_count: sentences.length,
    paragraph_count: paragraphs.length,
    avg_paragraph_words: roundTo(words.length / Math.max(1, paragraphs.length), 1),
  }
}

/** How long sentences are, and where they go on alike. */
export function pacingMetrics({ sentences }: Prose, lines: readonly string[]): Measured {
  const lengths = sentences.map(each => each.length)
  const mean = lengths.reduce((sum, each) => sum + each, 0) / Math.max(1, lengths.length)
  const variance = lengths.reduce((sum, each) => sum + (each - mean) ** 2, 0) / Math.max(1, lengths.length)
  const byLength = sentences.toSorted((a, b) => b.length - a.length)
  const longest = byLength[0]
  const shortest = sentences.find(each => each.length === byLength.at(-1)?.length)
  const long = byLength.filter(each => each.length >= 35).slice(0, 5)
  const runs = monotoneRuns(sentences).slice(0, 5)
  const row = (sentence: ProseSentence) => ({ length: sentence.length, ...textRow(sentence.part, lines) })
  return {
    metrics: {
      avg_sentence_length: roundTo(mean, 1),
      median_sentence_length: roundTo(median(lengths), 1),
      sentence_length_stdev: roundTo(Math.sqrt(variance), 1),
      ...(longest && { longest_sentence: row(longest) }),
      ...(shortest && { shortest_sentence: row(shortest) }),
      long_sentences: long.map(row),
      monotone_runs: runs.map(run => ({
        start_line: run.start.part.line,
        end_line: run.endLine,
        sentences: run.count,
        length: run.start.length,
      })),
    },
    remarks: [
      ...long.map(each =>
        remark('long_sentence', each.part, each.endLine, each.length, `long sentence of ${each.length} words`),
      ),
      ...runs.map(run =>
        remark(
          'monotone_run',
          run.start.part,
          run.endLine,
          run.count,
          `${run.count} sentences of about ${run.start.length} words in a row`,
        ),
      ),
    ],
  }
}

/** Sentences within two words of the first of their run. */
function monotoneRuns(sentences: readonly ProseSentence[]) {
  return runsOf(sentences, (start, each) => Math.abs(each.length - start.length) <= 2).filter(run => run.count >= 4)
}

function runsOf(sentences: readonly ProseSentence[], alike: (start: ProseSentence, each: ProseSentence) => boolean) {
  const runs: { start: ProseSentence; count: number; endLine: number }[] = []
  for (const sentence of sentences) {
    const run = runs.at(-1)
    if (run && alike(run.start, sentence)) {
      run.count++
      run.endLine = sentence.endLine
    } else runs.push({ start: sentence, count: 1, endLine: sentence.endLine })
  }
  return runs
}

const persons: { [person: string]: ReadonlySet<string> } = {
  first_person: new Set('i me my mine myself we us our'.split(' ')),
  second_person: new Set('you your yours yourself'.split(' ')),
  third_person: new Set('he she him her his hers they them their theirs'.split(' ')),
}

/** Who tells it, and how much is spoken. */
export function voiceMetrics({ words, paragraphs }: Prose, lines: readonly string[]): Measured {
  const narrated = words.filter(word => !word.spoken)
  const ratio = words.length === 0 ? 0 : (words.length - narrated.length) / words.length
  const { counts, view } = viewOf(narrated)
  const slipped =
    view === 'third_person' ? persons.first_person : view === 'first_person' ? persons.third_person : undefined
  const slips = firstPerLine(narrated.filter(word => slipped?.has(stem(word)))).slice(0, 5)
  const opening = paragraphs[0]?.startLine ?? 1
  const whole = { line: opening, start: 0, end: (lines[opening - 1] ?? '').length }
  const spoken = roundTo(ratio, 2)
  return {
    metrics: {
      dialogue_ratio: spoken,
      pov_signals: counts,
      pov_guess: view,
      pov_slips: slips.map(word => textRow(partAround(word), lines, word.column)),
    },
    remarks: [
      ...slips.map(word => ({
        ...remark('pov_slip', partAround(word), word.line, 1, `"${word.lower}" leaves the ${view.replace('_', ' ')}`),
        at: word.column,
      })),
      ...(ratio > 0.7 ? [remark('dialogue_heavy', whole, opening, spoken, `dialogue is ${spoken} of the words`)] : []),
      ...(ratio === 0 && words.length >= 300
        ? [remark('no_dialogue', whole, opening, 0, `0 of ${words.length} words are dialogue`)]
        : []),
    ],
  }
}

/** The person most of the pronouns are in, where six of ten are. */
export function viewOf(narrated: readonly ProseWord[]): { counts: { [person: string]: number }; view: string } {
  const counts = Object.entries(persons).map(
    ([person, set]) => [person, narrated.filter(word => set.has(stem(word))).length] as const,
  )
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  const [view, maxCount] = counts.toSorted((a, b) => b[1] - a[1])[0] ?? ['mixed', 0]
  return { counts: Object.fromEntries(counts), view: maxCount > 0 && maxCount >= 0.6 * total ? view : 'mixed' }
}

function stem({ lower }: ProseWord): string {
  return lower.split(/['’]/, 1)[0] ?? ''
}

function firstPerLine(words: readonly ProseWord[]): ProseWord[] {
  return words.filter((word, at) => words[at - 1]?.line !== word.line)
}

const noAdverbs = new Set(
  `ally apply assembly belly bully butterfly chilly costly curly daily deadly early elderly family folly friendly ghastly
  ghostly holy hourly imply italy jelly jolly july kindly likely lively lonely lovely multiply only orderly rally rely
  reply silly sly smelly supply tally ugly weekly woolly worldly yearly`.split(/\s+/),
)
const fillers = 'really very just quite rather simply suddenly somehow almost'.split(' ')

/** What comes again and again. */
export function repetition({ words, sentences }: Prose): Measured {
  const per1000 = (count: number) => (count * 1000) / Math.max(1, words.length)
  const adverbs = words.filter(({ lower }) => lower.length >= 5 && lower.endsWith('ly') && !noAdverbs.has(lower))
  const heavy = roundTo(per1000(adverbs.length), 2)
  const content = words.filter(
    ({ lower, name }) => lower.length >= 4 && /^\p{L}/u.test(lower) && !name && !isStopword(lower),
  )
  const repeated = countWordUses(content)
    .filter(each => each.uses.length >= 3 && per1000(each.uses.length) >= 3)
    .slice(0, 10)
  const openings = runsOf(sentences, (start, each) => each.opening === start.opening)
    .filter(run => run.count >= 3)
    .slice(0, 5)
  const first = adverbs[0]
  return {
    metrics: {
      adverb_count: adverbs.length,
      adverb_per_1000: heavy,
      adverbs: countWordUses(adverbs)
        .slice(0, 10)
        .map(({ word, uses }) => ({ word, count: uses.length, line: uses[0]?.line ?? 0 })),
      repeated_words: repeated.map(({ word, uses }) => ({ word, count: uses.length, lines: linesOf(uses) })),
      repeated_openings: openings.map(run => ({
        word: run.start.opening,
        start_line: run.start.part.line,
        end_line: run.endLine,
      })),
      filler_words: fillers
        .map(word => ({ word, count: words.filter(each => each.lower === word).length }))
        .filter(each => each.count > 0)
        .slice(0, 8),
    },
    remarks: [
      ...(first && heavy > 12
        ? [
            {
              ...remark('adverb_heavy', partAround(first), first.line, heavy, `${heavy} adverbs per 1000 words`),
              at: first.column,
            },
          ]
        : []),
      ...repeated.flatMap(({ word, uses }) => {
        const [use] = uses
        const note = `"${word}" is used ${uses.length} times`
        return use ? [{ ...remark('repeated_word', partAround(use), use.line, uses.length, note), at: use.column }] : []
      }),
      ...openings.map(run =>
        remark(
          'repeated_opening',
          run.start.part,
          run.endLine,
          run.count,
          `${run.count} sentences in a row begin with "${run.start.opening}"`,
        ),
      ),
    ],
  }
}

/** Most used first, then by first use. */
function countWordUses(words: readonly ProseWord[]): { word: string; uses: ProseWord[] }[] {
  return [...groupBy(words, ({ lower }) => lower)]
    .map(([word, each]) => ({ word, uses: each }))
    .sort((a, b) => b.uses.length - a.uses.length)
}

function linesOf(uses: readonly ProseWord[]): number[] {
  return [...new Set(uses.map(use => use.line))].slice(0, 5)
}

function remark(code: string, part: LinePart, endLine: number, value: number, note: string): Remark {
  return { code, part, at: part.start, endLine, value, note }
}

/** A line and the part of the sentence on it. */
function textRow(part: LinePart, lines: readonly string[], at = part.start) {
  const { quote, truncated } = partQuote(lines[part.line - 1] ?? '', part, at, 160)
  return { line: part.line, text: quote, ...(truncated && { truncated }) }
}
