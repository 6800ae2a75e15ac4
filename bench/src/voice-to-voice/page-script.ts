/**
 * Notes in the page when sound comes from the microphone and goes to the loudspeakers, and what the page and the service
 * send. Blocks of sound are timed by the clock of the sound, because events of a busy page come late.
 */
export const pageScript = `
  window.noted = { heard: [], played: [], sent: [], received: [] };
  const nowMs = () => performance.timeOrigin + performance.now();
  const connect = AudioNode.prototype.connect;
  const meter = (node, list) => {
    const tap = node.context.createScriptProcessor(512, 1, 1);
    // The clock of the sound falls behind when the machine is busy, so only the last second tells its offset.
    const offsetsMs = [];
    tap.onaudioprocess = ({ inputBuffer, playbackTime }) => {
      offsetsMs.push(nowMs() - playbackTime * 1000);
      if (offsetsMs.length > 90) offsetsMs.shift();
      const offsetMs = Math.min(...offsetsMs);
      const samples = inputBuffer.getChannelData(0);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      if (Math.sqrt(power) > 0.01) list.push(offsetMs + playbackTime * 1000);
    };
    connect.call(node, tap);
    connect.call(tap, node.context.destination);
  };
  AudioNode.prototype.connect = function (target, ...rest) {
    if (target instanceof AudioDestinationNode) meter(this, window.noted.played);
    return connect.call(this, target, ...rest);
  };
  const media = navigator.mediaDevices;
  const ask = media.getUserMedia.bind(media);
  media.getUserMedia = async (constraints) => {
    const stream = await ask(constraints);
    window.microphone = new AudioContext();
    meter(window.microphone.createMediaStreamSource(stream), window.noted.heard);
    return stream;
  };
  const Socket = WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        if (typeof data !== 'string') window.noted.received.push(nowMs());
      });
    }
    send(data) {
      if (typeof data === 'string') {
        const { type, active } = JSON.parse(data);
        window.noted.sent.push({ atMs: nowMs(), type, active });
      }
      super.send(data);
    }
  };
`;

/** Times are milliseconds since 1970. */
export type Noted = {
  /** Blocks in which the microphone was not silent. */
  readonly heard: readonly number[];
  readonly played: readonly number[];
  readonly sent: readonly { readonly atMs: number; readonly type: string; readonly active?: boolean }[];
  /** Pieces of the avatar's voice. */
  readonly received: readonly number[];
};
