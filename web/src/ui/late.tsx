import { type ComponentType, useEffect, useState } from 'react'
import { FaultView, LoadFailure } from './fault-view.tsx'
import { whenShown } from './when-shown.ts'

/**
 * A component that no screen waits for: loaded at once where it is wanted, else shortly after the screen is drawn, so that it
 * opens without a wait, also while the server is away.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isWanted: (props: Props) => boolean,
  /** How high its empty place is until then, in pixels. */
  height = 0,
) {
  let Loaded: ComponentType<Props> | undefined
  return function Late(props: Props) {
    const [failure, setFailure] = useState<unknown>()
    const [, setLoaded] = useState(Loaded !== undefined)
    const wanted = isWanted(props)
    useEffect(() => {
      // It may have come for another place since this one was drawn.
      if (Loaded) return setLoaded(true)
      const show = () =>
        load().then(component => {
          Loaded = component
          setLoaded(true)
        }, setFailure)
      if (wanted) void show()
      else return whenShown(() => void show(), 400)
    }, [wanted])
    if (Loaded) return <Loaded {...props} />
    if (!wanted) return null
    if (!failure) return <div aria-busy="true" hidden={height === 0} style={{ minHeight: height }} />
    // A browser does not fetch a script again that it could not get.
    return <FaultView error={new LoadFailure('late', { cause: failure })} onRetry={() => window.location.reload()} />
  }
}
