/** What the visitors of a run know: what they sent, and what they were told. */
export type Journal = {
  /** By address; every visitor has one of its own. */
  sent: Map<string, Sent>;
  /** By address: buttons pressed. */
  pressed: Map<string, { told: boolean }>;
  surprises: string[];
};

export type Sent = {
  email: string;
  key: string | undefined;
  /** How often it left, and how often a connection ended before the answer. */
  attempts: number;
  dropped: number;
  /** How often the answer was 503: the store did not answer in time. */
  refused: number;
  /** The ids of all 201 that came back. */
  ids: string[];
};

export function newJournal(): Journal {
  return { sent: new Map(), pressed: new Map(), surprises: [] };
}

export function journalCounts({ sent, pressed }: Journal) {
  const all = [...sent.values()];
  return {
    sent: all.length,
    accepted: all.filter(({ ids }) => ids.length > 0).length,
    dropped: all.filter(({ dropped }) => dropped > 0).length,
    refused: all.filter(({ refused }) => refused > 0).length,
    repeated: all.filter(({ attempts }) => attempts > 1).length,
    pressed: pressed.size,
  };
}
