import type { PoolLimits } from '#platform/server/pool.ts'
import { type Decoder, startDecoder } from './decode.ts'
import { type Looker, startLooker } from './look.ts'
import { startTextReader, type TextReader } from './read-text.ts'

/** What looks at a picture; null: photo recognition is off. */
export interface Eyes {
  readonly decoder: Decoder
  readonly text: TextReader | null
  readonly looker: Looker | null
  close(): Promise<void>
}

/** Nothing starts before the first picture comes. `most`: threads that search for codes. */
export function openEyes({
  photoRecognition,
  maxWorkers: max,
  onTrouble,
}: { photoRecognition: boolean } & Pick<PoolLimits, 'maxWorkers' | 'onTrouble'>): Eyes {
  const told = (what: string) => (onTrouble ? { onTrouble: (why: string) => onTrouble(`${what}: ${why}`) } : {})
  const decoder = startDecoder({ ...(max === undefined ? {} : { maxWorkers: max }), ...told('a picture was not searched for codes') })
  const text = photoRecognition ? startTextReader(told('a picture was not read')) : null
  const looker = photoRecognition ? startLooker(told('a photo was not looked at')) : null
  return {
    decoder,
    text,
    looker,
    close: async () => {
      await Promise.all([decoder.close(), text?.close(), looker?.close()])
    },
  }
}
