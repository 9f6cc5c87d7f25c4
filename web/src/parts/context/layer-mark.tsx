import { layerWord, type Why } from '../../state/context/why-words.ts'

/** Which layer of the library a text comes from; a word, and a tint beside it. */
export function LayerMark({ layer }: { layer: NonNullable<Why['layer']> }) {
  return <span className={`layer-mark ${layer}`}>{layerWord(layer)}</span>
}
