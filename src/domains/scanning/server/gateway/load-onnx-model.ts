import { InferenceSession } from 'onnxruntime-node'

/**
 * Loads an ONNX model from a path, to run on one core without keeping memory between runs. Loads a native library, so call it in worker
 * processes (`startProcess`) only.
 */
export const loadOnnxModel = (file: string): Promise<InferenceSession> =>
  InferenceSession.create(file, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    enableCpuMemArena: false,
    enableMemPattern: false,
    logSeverityLevel: 3,
  })
