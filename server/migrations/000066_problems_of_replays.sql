-- What the other brain said of its failure may quote a visitor. It stays with the turns, which go when the visitor is erased.
update replays set problem = split_part(problem, ' The last time: ', 1) where problem like '% The last time: %';
