import { IndexCache } from '../../src/diary/prepare/index/cache.ts'
import { withPassages } from '../../src/diary/search/passage-reader.ts'
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
  line: number
  text: string
}

/** Counts the text that an index covers, by reading every passage of it. */
export async function coveredText(folder: string): Promise<CoveredText> {
  const text = { passages: 0, characters: 0, bytes: 0 }
  for await (const [, passages] of eachTranscript(folder)) {
    text.passages += passages.length
    for (const passage of passages) {
      text.characters += passage.text.length
      text.bytes += Buffer.byteLength(passage.text)
    }
  }
  return text
}

/** The passages of each transcript, or of a part of one, with its index in the table. */
export async function* eachTranscript(folder: string): AsyncGenerator<[transcript: number, CoveredPassage[]]> {
  const cache = new IndexCache(folder)
  const search = new SearchIndex(folder)
  try {
    const table = new PassageTable(search)
    for (let first = 0; first < table.size; ) {
      const transcript = table.transcriptOf[first] ?? -1
      let end = first
      while (end < table.size && (table.transcriptOf[end] ?? -1) === transcript) end++
      const key = table.transcripts[transcript]?.key
      if (key !== undefined) yield [transcript, await passagesOf({ cache, table }, key, first, end)]
      first = end
    }
  } finally {
    search.close()
    cache.close()
  }
}

function passagesOf(
  { cache, table }: { cache: IndexCache; table: PassageTable },
  key: string,
  first: number,
  end: number,
): Promise<CoveredPassage[]> {
  return withPassages(cache, null, key, async reader => {
    const passages: CoveredPassage[] = []
    for (let number = first; number < end; number++) {
      const place = table.place(number)
      const found = await reader?.read(place)
      if (!found) throw new Error('A passage is not there any more.')
      passages.push({ line: place.line, text: found.passage.text })
    }
    return passages
  })
}
