# ---- the rows of a hypothesis -------------------------------------------------------------------------------------------

# The complete rows of one hypothesis, with the levels of its factors as they enter the model. contrast is (groups, a, b):
# only rows of these levels are kept; with b NULL every other level is `rest`.
sample_of <- function(table, variables, factors = list(), where = NULL, part = NULL, weights = NULL, contrast = NULL) {
  kept <- if (is.null(where)) rep(TRUE, table$size) else rep_len(where %in% TRUE, table$size)
  if (!is.null(part)) kept <- kept & part
  s <- list(total = table$size, level = list(), names = list(), pooled = list())
  if (!is.null(contrast)) {
    groups <- contrast[[1]]
    level <- rep(if (is.null(contrast[[3]])) 1L else NA_integer_, length(groups$keys))
    a <- find_level(groups, contrast[[2]])
    names <- c("rest", groups$names[a])
    if (!is.null(contrast[[3]])) {
      b <- find_level(groups, contrast[[3]])
      level[b] <- 1L
      names[1] <- groups$names[b]
    }
    level[a] <- 2L
    kept <- kept & (!groups$present | !is.na(level[groups$codes])) # a row without a group stays, to be counted as incomplete
    s$level[[groups$name]] <- level
    s$names[[groups$name]] <- names
    factors <- Filter(function(f) f$name != groups$name, factors)
  }
  s$kept <- sum(kept)
  rows <- kept
  for (v in variables) rows <- rows & v$present
  if (!is.null(weights)) { # analytic weights: a row without a positive one says nothing
    if (any(weights$values[kept] < 0, na.rm = TRUE)) stop(weights$name, ": a negative weight")
    rows <- rows & weights$present & weights$values %in% weights$values[which(weights$values > 0)]
  }
  s$rows <- rows
  s <- fix_levels(s, factors)
  s$n <- sum(s$rows)
  s$weights <- weights
  s
}

# The reference level first, sparse levels pooled last.
#
# Levels under POOL_BELOW rows of a factor with more than two observed levels say little one by one and make the model fragile:
# they become one level, "(other)". Where even that is smaller than POOL_BELOW its rows leave the sample, which can make another
# factor's levels sparse, so this repeats until nothing changes.
fix_levels <- function(s, factors) {
  dropped <- list()
  again <- TRUE
  while (again) {
    again <- FALSE
    pooled <- dropped
    for (f in factors) {
      counts <- tabulate(f$codes[s$rows], length(f$keys))
      seen <- which(counts > 0)
      small <- if (length(seen) > 2) seen[counts[seen] < POOL_BELOW] else integer(0)
      large <- setdiff(seen, small)
      if (f$reference %in% large) large <- c(f$reference, setdiff(large, f$reference))
      level <- rep(NA_integer_, length(f$keys))
      level[large] <- seq_along(large)
      names <- f$names[large]
      size <- sum(counts[small])
      note <- function(more) lapply(small, function(k) list(value = paste0(f$name, "=", f$names[k], more), n = counts[k]))
      if (size > 0 && size < POOL_BELOW) {
        s$rows <- s$rows & !(f$codes %in% small)
        dropped <- c(dropped, note(" (left out)"))
        pooled <- c(pooled, note(" (left out)"))
        again <- TRUE
      } else if (length(small) > 0) {
        level[small] <- length(large) + 1L
        names <- c(names, "(other)")
        pooled <- c(pooled, note(""))
      }
      s$level[[f$name]] <- level
      s$names[[f$name]] <- names
    }
    s$pooled <- pooled
  }
  s
}

is_factor <- function(v) !is.null(v$codes)

numbers_in <- function(s, variable) variable$values[s$rows]

# 1 for the reference, 2, 3, ... for the other levels of the model.
codes_in <- function(s, factor) s$level[[factor$name]][factor$codes[s$rows]]

# The outcome as numbers and, when it is binary, the name of the level that counts 1: two levels, or the numbers 0 and 1 alone,
# are binary. The reference of an outcome is the declared one, else the first.
outcome_in <- function(s, variable) {
  if (!is_factor(variable)) {
    y <- numbers_in(s, variable)
    return(list(values = y, event = if (setequal(unique(y), c(0, 1))) "1"))
  }
  codes <- variable$codes[s$rows]
  two <- sort(unique(codes))
  if (two[2] %in% variable$reference) two <- rev(two)
  list(values = as.numeric(codes == two[2]), event = variable$names[two[2]])
}

record_of <- function(s, estimator, test) {
  c(list(status = "ok", estimator = estimator, test = test, n_total = s$total, n = s$n, coverage = s$n / s$kept),
    if (length(s$pooled) > 0) list(pooled = s$pooled))
}

# The levels of the tested factor, with the mean and standard deviation of the outcome y there, or its share of events.
describe_levels <- function(s, record, factor, y = NULL, binary = FALSE) {
  codes <- codes_in(s, factor)
  names <- s$names[[factor$name]]
  record$reference <- names[1]
  if (length(names) == 2) record$contrast <- paste(names[2], "vs", names[1])
  record$levels <- lapply(seq_along(names), function(k) {
    level <- list(value = names[k], n = sum(codes == k))
    if (binary) {
      level$share <- mean(y[codes == k])
    } else if (!is.null(y)) {
      z <- y - mean(y) # spreads lose no digits then, however far from 0 y lies
      level$mean <- mean(y) + mean(z[codes == k])
      if (level$n > 1) level$sd <- sd(z[codes == k])
    }
    level
  })
  record
}

# A power of two, so that multiplying by it rounds nothing, that brings the largest value between 1/2 and 2.
unit_of <- function(x) {
  top <- max(abs(x))
  if (top == 0) 1 else 2^-max(-1000, min(1000, ceiling(log2(top))))
}
