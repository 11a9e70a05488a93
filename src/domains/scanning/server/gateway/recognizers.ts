import type { PoolLimits } from '#platform/server/workers/pool.ts'
import { type Classifier, startClassifier } from './classifier.ts'
import { type Decoder, startDecoder } from './decode.ts'
import { startTextReader, type TextReader } from './read-text.ts'

/** What looks at a picture; null: photo recognition is off. */
export interface Recognizers {
  readonly decoder: Decoder
  readonly text: TextReader | null
  readonly classifier: Classifier | null
  close(): Promise<void>
}

/** Nothing starts before the first picture comes. `most`: threads that search for codes. */
export function openRecognizers({
  photoRecognition,
  maxWorkers: max,
  onTrouble,
}: { photoRecognition: boolean } & Pick<PoolLimits, 'maxWorkers' | 'onTrouble'>): Recognizers {
  const told = (what: string) => (onTrouble ? { onTrouble: (why: string) => onTrouble(`${what}: ${why}`) } : {})
  const decoder = startDecoder({ ...(max === undefined ? {} : { maxWorkers: max }), ...told('a picture was not searched for codes') })
  const text = photoRecognition ? startTextReader(told('a picture was not read')) : null
  const classifier = photoRecognition ? startClassifier(told('a photo was not looked at')) : null
  return {
    decoder,
    text,
    classifier,
    close: async () => {
      await Promise.all([decoder.close(), text?.close(), classifier?.close()])
    },
  }
}
