/** What the visitors of a run sent and which answers they got. */
export type Journal = {
  /** By mail address; each visitor uses a new one. */
  sent: Map<string, Sent>;
  /** Confirmation buttons that were pressed, by mail address. */
  pressed: Map<string, { told: boolean }>;
  surprises: string[];
};

export type Sent = {
  email: string;
  key: string | undefined;
  /** How often the form was sent, and how often the connection ended before the answer. */
  attempts: number;
  dropped: number;
  /** How often the answer was 503 because the store did not respond in time. */
  refused: number;
  /** The ids from all answers with 201. */
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
