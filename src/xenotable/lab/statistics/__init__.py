"""What pairs of games say: shares with intervals, sequential tests, ratings, and results with the luck taken out.

    pairs       the five outcomes of a mirrored pair, intervals, an exact test, Holm's correction
    sequential  the generalised sequential probability ratio test, and how many pairs it will need
    ratings     Bradley-Terry with terms for seat and scenario, intervals by bootstrap
    luck        control variates that leave the mean where it is
    shifts      what a change did, by pairs with and without it

Nothing here knows games: everything takes plain numbers.
"""
