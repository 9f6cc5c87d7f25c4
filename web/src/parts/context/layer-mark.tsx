import { layerWord, type Why } from '../../state/context/why-words.ts'

/** The library layer a text comes from, as a word with a tint. */
export function LayerMark({ layer }: { layer: NonNullable<Why['layer']> }) {
  return <span className={`layer-mark ${layer}`}>{layerWord(layer)}</span>
}
