// Values that this device keeps between visits. A private window may refuse to.
export const remembered = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
export const remember = (name, value) => { try { localStorage.setItem(name, value); } catch { /* private window */ } };
