import { IndexCache } from '../../src/diary/prepare/index/cache.ts'
import { PassageReader } from '../../src/diary/search/passage-reader.ts'
import { PassageTable } from '../../src/diary/search/passage-table.ts'
import { SearchIndex } from '../../src/diary/search/search-index.ts'

export interface CoveredText {
  passages: number
  characters: number
  /** As UTF-8. */
  bytes: number
}

/** A passage of the index in folder, read again from its transcript. */
interface CoveredPassage {
  number: number
  /** Index of its transcript in the table. */
  transcript: number
  line: number
  text: string
}

/** Counts the text that an index covers, by reading every passage of it. */
export async function coveredText(folder: string): Promise<CoveredText> {
  const text = { passages: 0, characters: 0, bytes: 0 }
  for await (const passage of eachPassage(folder)) {
    text.passages++
    text.characters += passage.text.length
    text.bytes += Buffer.byteLength(passage.text)
  }
  return text
}

export async function* eachPassage(folder: string): AsyncGenerator<CoveredPassage> {
  const cache = new IndexCache(folder)
  const search = new SearchIndex(folder)
  try {
    const table = new PassageTable(search)
    const reader = new PassageReader(cache, null)
    for (let number = 0; number < table.size; number++) {
      const key = table.transcript(number)?.key
      if (key === undefined) continue
      const place = table.place(number)
      const found = await reader.read(key, place)
      if (!found) throw new Error('A passage is not there any more.')
      yield { number, transcript: table.transcriptOf[number] ?? -1, line: place.line, text: found.passage.text }
    }
  } finally {
    search.close()
    cache.close()
  }
}
