/** A word that ends like the name of a text file, and its position. */
interface PathWord {
  word: string
  at: number
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: masked text has NUL where it is covered
const words = /[^\s"'“”«»‘’,;()[\]<>\u0000]+/g
const extension = /\.(?:md|markdown|txt)(?![\p{L}\p{N}])/giu

/** The words of a text that end like a file, each up to its last such ending. */
export function pathWords(text: string): PathWord[] {
  return Array.from(text.matchAll(words)).flatMap(({ 0: word, index: at }) => {
    const last = Array.from(word.matchAll(extension)).at(-1)
    return last && last.index > 0 ? [{ word: word.slice(0, last.index + last[0].length), at }] : []
  })
}
